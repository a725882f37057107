/** What is behind the first byte, which says how long the pieces are. Copies: whoever reads a piece gives its memory back. */
export async function* piecesOf(input: Buffer): AsyncGenerator<Uint8Array> {
  const length = 64 + (input[0] ?? 0)
  for (let at = 1; at < input.length; at += length) {
    await Promise.resolve()
    yield Uint8Array.from(input.subarray(at, at + length))
  }
}
