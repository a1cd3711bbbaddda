"""The mutants of a module: every small change that could be a mistake, one change each."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final, NamedTuple

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}

# A change in one of these cannot change what a correct program does: asserts hold, and log lines are for people.
QUIET_CALLS: Final = {"log"}
# The same goes for these keywords: they only make a wrong program fail, as `zip(…, strict=True)` does.
GUARDS: Final = {"frozen", "slots", "strict"}


class Mutant(NamedTuple):
    """One change: where it is, what stood there, and what stands there instead."""

    path: str
    function: str
    first_line: int  # The lines of the statement, by which the tests that run it are found.
    last_line: int
    was: str
    becomes: str
    number: int  # Among the changes of the module, in order of its text.

    @property
    def name(self) -> str:
        return f"{self.path}:{self.first_line} {self.function}: {self.was} -> {self.becomes}"


class Place(NamedTuple):
    """Where a node hangs: its parent's field, and the place in that list if it is one."""

    parent: ast.AST
    field: str
    number: int | None

    def put(self, node: ast.AST) -> None:
        if self.number is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.number] = node


def mutants_of(path: str, source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    tree = ast.parse(source)
    found = []
    for number, (_, node, changed, function, lines) in enumerate(_changes(tree)):
        found.append(Mutant(path, function, *lines, _text(node), _text(changed), number))
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The module with one of its changes made. Lines stay where they are."""
    tree = ast.parse(source)
    for found, (place, node, changed, _, _) in enumerate(_changes(tree)):
        if found == number:
            place.put(ast.fix_missing_locations(ast.copy_location(changed, node)))
            return tree
    raise ValueError(f"no mutant {number}")


def _text(node: ast.AST) -> str:
    """The node as one line of text; of a statement with a body only its head."""
    return ast.unparse(node).strip().splitlines()[0]


Change = tuple[Place, ast.AST, ast.AST, str, tuple[int, int]]


def _changes(tree: ast.Module) -> Iterator[Change]:
    yield from _in(tree, "", (1, 1))


def _in(node: ast.AST, function: str, lines: tuple[int, int]) -> Iterator[Change]:
    """The changes below a node, which is inside a function (or none) and inside a statement of these lines."""
    for place, child in _children(node):
        if _is_left_alone(child, place):
            continue
        inside = lines
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            inside = _head_lines(child)
        for changed in _instead_of(child, place):
            yield place, child, changed, function or "(module)", inside
        name = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{function}.{child.name}" if function else child.name
        yield from _in(child, name, inside)


def _children(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield Place(node, field, index), each
        elif isinstance(value, ast.AST):
            yield Place(node, field, None), value


def _head_lines(node: ast.stmt | ast.ExceptHandler | ast.match_case) -> tuple[int, int]:
    """The lines of a statement, without those of the statements inside it."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, node.body[0].end_lineno or node.body[0].lineno
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if isinstance(body, list):
        first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
        return node.lineno, max(node.lineno, first.lineno - 1)
    return node.lineno, node.end_lineno or node.lineno


def _is_left_alone(node: ast.AST, place: Place) -> bool:
    """What says nothing about behavior: annotations, decorators, imports, asserts, guards, docstrings, log lines."""
    if place.field in {"annotation", "returns", "decorator_list", "bases", "type_params"}:
        return True
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.keyword) and node.arg in GUARDS:
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _called(node.exc) == "AssertionError":
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in QUIET_CALLS:
            return True
        return _called(node.value) == "assert_never"
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
        return _called(node.value) in {"TypeVar", "NewType", "ParamSpec", "getLogger"}
    return isinstance(node, ast.Assign | ast.AnnAssign) and _is_alias(node)


def _is_alias(node: ast.Assign | ast.AnnAssign) -> bool:
    return isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation)


def _called(call: ast.Call) -> str:
    function = call.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _instead_of(node: ast.AST, place: Place) -> Iterator[ast.AST]:
    """What could stand in the place of a node by mistake."""
    match node:
        case ast.Compare():
            yield from _compared_otherwise(node)
        case ast.BinOp(left=ast.Constant(value=str() | bytes()), op=ast.Mod()):
            pass  # A text that is filled in.
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS:
            yield _with(node, op=OPERATORS[type(node.op)]())
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant():
            yield from _other_constants(node, place)
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield _with(node, func=ast.copy_location(ast.Name(TWINS[name], ast.Load()), node.func))
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])
    if isinstance(node, ast.stmt):
        yield from _other_statements(node, place)
    if isinstance(node, ast.match_case) and len(getattr(place.parent, "cases", ())) > 1:
        yield from _other_cases(node)
    if isinstance(node, ast.AugAssign):
        yield ast.Pass()


def _compared_otherwise(node: ast.Compare) -> Iterator[ast.AST]:
    for index, operator in enumerate(node.ops):
        ops = [COMPARISONS[type(operator)]() if at == index else each for at, each in enumerate(node.ops)]
        yield _with(node, ops=ops)


def _other_constants(node: ast.Constant, place: Place) -> Iterator[ast.AST]:
    if isinstance(place.parent, ast.JoinedStr | ast.FormattedValue | ast.MatchSingleton | ast.While):
        return
    match node.value:
        case bool():
            yield ast.Constant(not node.value)
        case int() | float():
            yield ast.Constant(node.value + 1)
        case str():
            yield ast.Constant(f"{node.value}!")


def _other_statements(node: ast.stmt, place: Place) -> Iterator[ast.AST]:
    match node:
        case ast.If() | ast.While():
            if isinstance(node, ast.If):
                yield _with(node, test=ast.copy_location(ast.Constant(True), node.test))
            yield _with(node, test=ast.copy_location(ast.Constant(False), node.test))
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def _other_cases(node: ast.match_case) -> Iterator[ast.AST]:
    if isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and node.guard is None:
        return  # The last case: without it nothing at all would happen, which its statements' mutants show.
    yield _with(node, guard=ast.Constant(False))


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
