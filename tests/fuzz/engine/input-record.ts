import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

const HEAD_BYTES = 4

/** A file that holds the input a process is at: it outlives the process, whatever ends that. Layout: the length (4 bytes), the input. */
export class InputRecord implements Disposable {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(input: Buffer): void {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(input.length)
    writeSync(this.#file, Buffer.concat([head, input]), 0, HEAD_BYTES + input.length, 0)
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}

/** The last input that was written; empty when there was none. */
export function readRecord(path: string): Buffer {
  const bytes = readFileSync(path)
  return bytes.length < HEAD_BYTES ? Buffer.alloc(0) : bytes.subarray(HEAD_BYTES, HEAD_BYTES + bytes.readUInt32LE())
}
