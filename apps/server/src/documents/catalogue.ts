import type { CommitBatch, Committed, Ground, ProjectStore, ReadSnapshot } from '../persistence/persistence.ts'

/** Something that is kept in memory and asked for each plan. */
export interface CataloguePart {
  /** Reads it, as it is in the store, and answers how it is taken into use, which happens at once. */
  read(snapshot: ReadSnapshot): Promise<() => void>
}

/**
 * What plans of a project rest on besides documents: its databases, indexes and exemptions. The store counts the changes, and refuses what was
 * planned by another count than its own, so it doesn't matter who made them. `load` comes before everything else.
 *
 * Whoever changes here what index keys are made of takes the change into use and hands it to the store in one turn.
 */
export class Catalogue {
  /** Commits through it change what plans rest on. */
  readonly commit: ProjectStore['commit']
  readonly #store: ProjectStore
  readonly #parts: CataloguePart[] = []
  #ground: Ground = { incarnation: '', catalogue: 0 }
  #loading: Promise<void> | undefined
  #renewing: Promise<void> | undefined
  /** Changes made here: how many there were, and those on their way. */
  #changes = 0
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(store: ProjectStore) {
    this.#store = store
    this.commit = (batch) => this.#change(batch)
  }

  add(part: CataloguePart): void {
    this.#parts.push(part)
  }

  /** What is planned now rests on it. */
  get ground(): Ground {
    return this.#ground
  }

  async load(): Promise<void> {
    this.#loading ??= this.#read()
    try {
      await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw error
    }
  }

  /** The store refused what rests on this ground. Resolves when what is planned from now on rests on another. */
  async renew(stale: Ground): Promise<void> {
    if (this.#ground !== stale) return
    this.#renewing ??= this.#read().finally(() => {
      this.#renewing = undefined
    })
    await this.#renewing
  }

  async #change(batch: CommitBatch): Promise<Committed> {
    this.#changes++
    const committing = this.#store.commit({ ...batch, raisesCatalogue: true })
    this.#underWay.add(committing)
    try {
      const committed = await committing
      const { incarnation, catalogue } = this.#ground
      // Nobody else has changed anything in between.
      if (committed.catalogue === catalogue + 1) this.#ground = { incarnation, catalogue: catalogue + 1 }
      return committed
    } finally {
      this.#underWay.delete(committing)
    }
  }

  async #read(): Promise<void> {
    for (;;) {
      await Promise.allSettled(this.#underWay)
      const changes = this.#changes
      const { ground, uses } = await this.#store.read(async (snapshot) => {
        const read: (() => void)[] = []
        for (const part of this.#parts) read.push(await part.read(snapshot))
        return { ground: snapshot.ground, uses: read }
      })
      // What was changed here meanwhile is in use already, and not in what was read.
      if (changes !== this.#changes) continue
      for (const use of uses) use()
      this.#ground = ground
      return
    }
  }
}
