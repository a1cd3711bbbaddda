"""A process that wants more memory than it may have."""

if __name__ == "__main__":
    print(len(bytearray(4 << 30)))
