/**
 * Gives the memory of bytes back that nobody reads any more. The garbage collector would mark its whole heap for every 64 MiB of
 * them, which costs a large transfer more than all else. Bytes that share their memory with others stay.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength) buffer.transfer(0)
}
