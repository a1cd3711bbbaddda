# The table server with the browser table inside: docker build -t branchline .  (docs/hosting.md says how to run it.)

# The browser table is built from its sources and from the sentences and drawings of the Python package.
FROM node:24-slim AS web
WORKDIR /build
COPY web/package.json web/package-lock.json web/
RUN cd web && npm install --no-save --no-audit --no-fund
COPY web web
COPY docs/protocol.schema.json docs/
COPY src src
RUN cd web && npm run build

FROM python:3.13-slim AS package
WORKDIR /build
COPY requirements.lock requirements-play.lock ./
RUN python -m venv /opt/branchline \
    && /opt/branchline/bin/pip install --no-cache-dir -r requirements-play.lock \
    && /opt/branchline/bin/pip install --no-cache-dir -c requirements.lock "psycopg[binary]" numba numpy safetensors
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
COPY --from=web /build/src/branchline/web/static src/branchline/web/static
RUN /opt/branchline/bin/pip install --no-cache-dir --no-build-isolation --no-deps .

FROM python:3.13-slim
COPY --from=package /opt/branchline /opt/branchline
RUN useradd --system --create-home --home-dir /data branchline
USER branchline
WORKDIR /data
VOLUME /data
ENV PATH=/opt/branchline/bin:$PATH BRANCHLINE_DB=/data/tables.db
EXPOSE 8000
HEALTHCHECK CMD python -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=3)"
ENTRYPOINT ["branchline"]
CMD ["serve", "--host", "0.0.0.0"]
