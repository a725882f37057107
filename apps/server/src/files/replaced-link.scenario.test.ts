import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { permissionDenied } from '../access/permission-denied.ts'
import { systemClock, systemRandom } from '../lib/ambient.ts'
import { DiskBlobs } from '../blobs/disk/disk-blobs.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { BlobGarbage } from './blob-garbage.ts'
import { createFiles } from './file-service.ts'
import { OpenUploads } from './open-uploads.ts'
import { StoredBytes } from './stored-bytes.ts'

const at = { bucket: 'demo-app.appspot.com', name: 'plan.txt' }
const team: Caller = { kind: 'admin', project: 'demo-app' }
const visitor: Caller = { kind: 'visitor' }

/** Visitors may read what is marked as open. `meanwhile` happens once, after the first of them was let in. */
async function openFiles(folder: string, meanwhile: (files: ReturnType<typeof createFiles>) => Promise<void>) {
  const persistence = await SqlitePersistence.open({ folder: join(folder, 'data'), clock: systemClock })
  const blobs = new DiskBlobs(join(folder, 'blobs'))
  let isOver = false
  const files = createFiles({
    projects: {
      list: async () => [],
      projectOfBucket: async () => 'demo-app',
      store: (project) => persistence.openProject(project),
    },
    gate: {
      async authorize(_project, caller, request) {
        if (caller.kind === 'admin') return
        if (request.service !== 'files' || request.before?.metadata['open'] !== 'yes') throw permissionDenied()
        if (isOver) return
        isOver = true
        await meanwhile(files)
      },
    },
    blobs,
    garbage: new BlobGarbage(blobs),
    clock: systemClock,
    random: systemRandom,
    limits: { fileBytesMax: 1_000 },
    storedBytes: new StoredBytes({ quotaBytes: undefined, log: { warn: () => undefined } }),
    openUploads: new OpenUploads(blobs, systemClock),
    chosenTokenCharactersMin: 16,
    isPublicByDefault: false,
    isStanding: async () => true,
  })
  return { files, close: () => persistence.close() }
}

async function putWithoutLink(files: ReturnType<typeof createFiles>, open: 'yes' | 'no'): Promise<void> {
  const { downloadTokens } = await files.put(team, at, { customMetadata: { open } }, contentOf(open))
  for (const token of downloadTokens) await files.revokeDownloadToken(team, at, token)
}

async function* contentOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test.each([
  [
    'with a link',
    async (files: ReturnType<typeof createFiles>) => void (await files.put(team, at, {}, contentOf('no'))),
  ],
  ['without a link', (files: ReturnType<typeof createFiles>) => putWithoutLink(files, 'no')],
])(
  'a file %s that takes the place of one while a link to it is made is not linked for who may not read it',
  async (_, meanwhile) => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-links-'))
    const { files, close } = await openFiles(folder, meanwhile)
    try {
      await putWithoutLink(files, 'yes')
      await expect(files.getLinked(visitor, at)).rejects.toMatchObject({ code: 'permission-denied' })
    } finally {
      await close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('a file that takes the place of one while a link to it is made gets the link where it may be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-links-'))
  const { files, close } = await openFiles(folder, (inner) => putWithoutLink(inner, 'yes'))
  try {
    await putWithoutLink(files, 'yes')
    const linked = await files.getLinked(visitor, at)
    expect(linked.downloadTokens).toHaveLength(1)
    expect((await files.get(team, at)).downloadTokens).toEqual(linked.downloadTokens)
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
})
