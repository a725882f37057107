import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ContentThreads } from './content-threads.ts'

const CHUNK_BYTES = 64 * 1024

test.each([1, 2, 3, 8, 40])(
  'that %i chunks could not be written is told, wherever the last reply fell',
  async (chunks) => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-content-'))
    const threads = new ContentThreads()
    try {
      const path = join(folder, 'content')
      await writeFile(path, '')
      // A disk that takes nothing.
      const file = await open(path, 'r')
      const [writer, , ofTheSameThread] = [threads.open(), threads.open(), threads.open()]
      for (let chunk = 0; chunk < chunks; chunk++) {
        await writer.write(file, new Uint8Array(CHUNK_BYTES), chunk * CHUNK_BYTES)
      }
      // What a thread answers keeps its order: all replies to the writes are here.
      await ofTheSameThread.write(file, new Uint8Array(1), 0)
      await expect(ofTheSameThread.settle()).rejects.toMatchObject({ code: 'EBADF' })
      await expect(writer.settle()).rejects.toMatchObject({ code: 'EBADF' })
      await file.close()
    } finally {
      await threads.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
