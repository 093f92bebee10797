/** Remembers the last bytes of a stream, as text that does not begin within a character. */
export function createTextTail(size: number) {
  let tail = new Uint8Array();
  let isCut = false;

  return {
    push(bytes: Uint8Array): void {
      isCut ||= tail.length + bytes.length > size;
      // A copy: a view would keep the whole chunk in memory.
      tail =
        bytes.length >= size ? bytes.slice(-size) : joined(tail.slice(bytes.length - size), bytes);
    },

    text(): string {
      const start = isCut ? tail.findIndex((byte) => !isContinuation(byte)) : 0;
      return new TextDecoder().decode(start === -1 ? tail : tail.subarray(start)).trim();
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Every byte of a character but the first. */
function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
