import { describe, expect, it } from 'vitest'
import type { RecordChange } from '../../persistence/persistence.ts'
import { makeKeyPair } from './make-key-pair.ts'
import { PublishedKeys } from './published-keys.ts'
import { SigningKeys } from './signing-keys.ts'

const PROJECT = 'shop-app'

type Step = 'getRecord' | 'listRecords' | 'commit'

/** Records in memory; what was read can be held up, and what is to be written. */
class Records {
  readonly #values = new Map<string, string>()
  readonly #gates = new Map<Step, { readonly reached: () => void; readonly opened: Promise<void> }>()

  /** Holds up the next one. */
  holdUp(step: Step): { reached: Promise<void>; open: () => void } {
    const reached = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    this.#gates.set(step, { reached: reached.resolve, opened: opened.promise })
    return { reached: reached.promise, open: opened.resolve }
  }

  async getRecord(space: string, key: string): Promise<{ value: string } | undefined> {
    const value = this.#values.get(`${space}/${key}`)
    await this.#pass('getRecord')
    return value === undefined ? undefined : { value }
  }

  async listRecords(
    space: string,
    _range: object,
    { reverse }: { reverse: boolean },
  ): Promise<{ key: string; value: string }[]> {
    const found = [...this.#values]
      .filter(([path]) => path.startsWith(`${space}/`))
      .map(([path, value]) => ({ key: path.slice(space.length + 1), value }))
    await this.#pass('listRecords')
    return reverse ? found.toReversed() : found
  }

  async read<Result>(look: (snapshot: this) => Promise<Result>): Promise<Result> {
    return await look(this)
  }

  async commit({ records = [] }: { records?: readonly RecordChange[] }): Promise<void> {
    await this.#pass('commit')
    for (const { space, key, value } of records) {
      if (value === undefined) this.#values.delete(`${space}/${key}`)
      else this.#values.set(`${space}/${key}`, value)
    }
  }

  async #pass(step: Step): Promise<void> {
    const gate = this.#gates.get(step)
    this.#gates.delete(step)
    gate?.reached()
    await gate?.opened
  }
}

function setUp(): {
  keys: SigningKeys
  kept: Records
  registry: Records
  /** What was read before is read again then. */
  passTime: () => void
  deleteProject: () => Promise<void>
} {
  let now = 1_700_000_000_000
  const clock = { nowMs: () => now }
  const kept = new Records()
  const registry = new Records()
  let isDeleted = false
  const published = new PublishedKeys({ registry: async () => registry as never, clock })
  const keys = new SigningKeys({
    storeOf: async () => {
      if (isDeleted) throw new Error('no such project')
      return kept as never
    },
    clock,
    published,
    makeKeyPair,
    listProjects: async () => [],
  })
  const deleteProject = async (): Promise<void> => {
    isDeleted = true
    await keys.forget(PROJECT)
  }
  const passTime = (): void => {
    now += 61_000
  }
  return { keys, kept, registry, passTime, deleteProject }
}

async function publishedIds(keys: SigningKeys): Promise<string[]> {
  return (await keys.publishedOfAll()).map(({ kid }) => kid)
}

describe('a request under way', () => {
  it('does not publish the keys of a project that was deleted meanwhile', async () => {
    const { keys, kept, deleteProject } = setUp()
    const { kid } = await keys.current(PROJECT)
    expect(await publishedIds(keys)).toEqual([kid])
    const { reached, open } = kept.holdUp('listRecords')
    const loading = keys.rotate(PROJECT, { atOnce: false })
    await reached
    await deleteProject()
    open()
    await expect(loading).rejects.toThrow('no such project')
    expect(await publishedIds(keys)).toEqual([])
  })

  it('nor when it is about to write them', async () => {
    const { keys, registry, deleteProject } = setUp()
    await keys.publishedOfAll()
    const { reached, open } = registry.holdUp('commit')
    const loading = keys.current(PROJECT)
    await reached
    const deleting = deleteProject()
    open()
    await expect(loading).rejects.toThrow('no such project')
    await deleting
    expect(await publishedIds(keys)).toEqual([])
  })

  it('does not bring back keys that were withdrawn meanwhile', async () => {
    const { keys, kept, passTime } = setUp()
    await keys.current(PROJECT)
    const writing = kept.holdUp('commit')
    const rotating = keys.rotate(PROJECT, { atOnce: true })
    await writing.reached
    passTime()
    const reading = kept.holdUp('listRecords')
    const loading = keys.current(PROJECT)
    await reading.reached
    writing.open()
    const { kid } = await rotating
    reading.open()
    expect((await loading).kid).toBe(kid)
    expect((await keys.published(PROJECT)).map((key) => key.kid)).toEqual([kid])
    expect(await publishedIds(keys)).toEqual([kid])
  })
})
