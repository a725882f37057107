import type { AlertKind } from '@hearth/api'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { Incident } from './incident.ts'

/** Keys: `open/<scope>/<kind>`, `ended/<scope>/<when it ended>-<id>`. */
const SPACE = 'alert-incidents'
/** Key: the scope. When its last messages were sent. */
const HOURS = 'alert-hours'
const PAGE = 500
export const ENDED_KEPT = 100

/**
 * The incidents of all projects and of the server, in the store of the console: what the server has seen is not set back with a project that is
 * restored. What changes is answered as records, so that it can be one commit with the messages about it.
 */
export class Incidents {
  readonly #store: () => Promise<ProjectStore>

  constructor(store: () => Promise<ProjectStore>) {
    this.#store = store
  }

  async listOpen(): Promise<readonly Incident[]> {
    return (await this.#listAll('open/')).map(({ incident }) => incident)
  }

  /** Those that go on, the oldest first; those that ended, the newest first. */
  async listOf(scope: string): Promise<{ readonly open: readonly Incident[]; readonly ended: readonly Incident[] }> {
    const [open, ended] = await Promise.all([this.#listAll(`open/${scope}/`), this.#listAll(`ended/${scope}/`)])
    return {
      open: open.map(({ incident }) => incident).toSorted((one, other) => one.since - other.since),
      ended: ended.map(({ incident }) => incident).toReversed(),
    }
  }

  async findOpen(scope: string, kind: AlertKind): Promise<Incident | undefined> {
    const record = await (await this.#store()).getRecord(SPACE, openKey(scope, kind))
    return record && (JSON.parse(record.value) as Incident)
  }

  async find(scope: string, id: string): Promise<Incident | undefined> {
    const { open, ended } = await this.listOf(scope)
    return [...open, ...ended].find((one) => one.id === id)
  }

  /** Keeps the incident as it is now. */
  changed(incident: Incident): RecordChange[] {
    return [{ space: SPACE, key: keyOf(incident), value: JSON.stringify(incident) }]
  }

  /** From an open incident to an ended one; the oldest of those goes. */
  async ended(incident: Incident): Promise<RecordChange[]> {
    const before = await this.#listAll(`ended/${incident.scope}/`)
    const old = before.slice(0, Math.max(0, before.length + 1 - ENDED_KEPT))
    return [this.forgotten(incident), ...old.map(({ key }) => removal(key)), ...this.changed(incident)]
  }

  /** An open one that nobody is told the end of. */
  forgotten({ scope, kind }: Pick<Incident, 'scope' | 'kind'>): RecordChange {
    return removal(openKey(scope, kind))
  }

  /** Everything of a project. */
  async removeAll(scope: string): Promise<void> {
    const all = [...(await this.#listAll(`open/${scope}/`)), ...(await this.#listAll(`ended/${scope}/`))]
    await this.commit([...all.map(({ key }) => removal(key)), { space: HOURS, key: scope, value: undefined }])
  }

  /** When messages about a scope were sent, as far as that counts. */
  async listSent(scope: string): Promise<readonly number[]> {
    const record = await (await this.#store()).getRecord(HOURS, scope)
    return record === undefined ? [] : (JSON.parse(record.value) as number[])
  }

  sent(scope: string, times: readonly number[]): RecordChange {
    return { space: HOURS, key: scope, value: JSON.stringify(times) }
  }

  async commit(records: readonly RecordChange[]): Promise<void> {
    await (await this.#store()).commit({ records })
  }

  async #listAll(prefix: string): Promise<{ readonly key: string; readonly incident: Incident }[]> {
    const store = await this.#store()
    const all: { key: string; incident: Incident }[] = []
    const end = `${prefix.slice(0, -1)}0`
    for (let start = prefix; ;) {
      const page = await store.read((snapshot) =>
        snapshot.listRecords(SPACE, { start, end }, { limit: PAGE, reverse: false }),
      )
      all.push(...page.map(({ key, value }) => ({ key, incident: JSON.parse(value) as Incident })))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return all
      start = `${last.key}\0`
    }
  }
}

function keyOf({ scope, kind, endedAt, id }: Incident): string {
  return endedAt === undefined ? openKey(scope, kind) : `ended/${scope}/${String(endedAt).padStart(15, '0')}-${id}`
}

function openKey(scope: string, kind: AlertKind): string {
  return `open/${scope}/${kind}`
}

function removal(key: string): RecordChange {
  return { space: SPACE, key, value: undefined }
}
