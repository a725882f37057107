import { dirname } from 'node:path'
import { type RulesIssue, RulesSources } from '@hearth/rules'
import type { Log } from '../../lib/ambient.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import { readTextFile, type SourcePath, sourcePaths } from './firebase-json.ts'
import { watchFolders } from './watch-folders.ts'
import { textOf } from './read-sources.ts'

/**
 * The rules a developer keeps beside their code: `firebase.json` names the files, else `firestore.rules` and `storage.rules`. They hold
 * for every project without rules of its own, and are read again when they are saved. A file that is not there, or not any more, opens
 * nothing and closes nothing. A broken one is reported: the rules before it stay, and without any the service is closed.
 */
export class RulesFiles {
  readonly #folder: string
  readonly #inForce: RulesInForce
  readonly #log: Log
  /** By service and database. */
  readonly #contents = new Map<string, string>()
  readonly #inUse = new Set<string>()
  #paths: readonly SourcePath[] | undefined
  /** The content that was reported last. */
  #brokenJson: string | undefined
  #watching: Disposable | undefined

  private constructor(options: { folder: string; inForce: RulesInForce; log: Log }) {
    this.#folder = options.folder
    this.#inForce = options.inForce
    this.#log = options.log
  }

  /** Reads what is there now, and goes on watching until `close`. */
  static async open(options: { folder: string; inForce: RulesInForce; log: Log }): Promise<RulesFiles> {
    const files = new RulesFiles(options)
    const paths = await files.#read()
    const folders = new Set([options.folder, ...paths.map(({ path }) => dirname(path))])
    files.#watching = watchFolders(folders, {
      onChange: () => void files.#read(),
      onLost: (err, folder) => options.log.warn({ err, folder }, 'rules are not read again when they are saved'),
    })
    return files
  }

  close(): void {
    this.#watching?.[Symbol.dispose]()
  }

  async #read(): Promise<readonly SourcePath[]> {
    let broken: string | undefined
    const found = await sourcePaths(this.#folder, (cause, text) => {
      broken = text
      if (text === this.#brokenJson) return
      this.#log.warn({ cause }, 'firebase.json can not be used: the rules and indexes before it stay')
    })
    this.#brokenJson = broken
    const paths = broken === undefined ? found : (this.#paths ?? found)
    const keys = new Set(paths.map(keyOf))
    for (const before of this.#paths ?? []) if (!keys.has(keyOf(before))) this.#forget(before)
    this.#paths = paths
    for (const place of paths) await this.#use(place)
    return paths
  }

  async #use(place: SourcePath): Promise<void> {
    const { service, database, path } = place
    const key = keyOf(place)
    const content = await readTextFile(path)
    if (content === undefined) this.#forget(place)
    if (content === undefined || this.#contents.get(key) === content) return
    this.#contents.set(key, content)
    const sources = new RulesSources([{ name: path, content }])
    const errors = linesOf(sources.issues.filter(({ severity }) => severity === 'ERROR'))
    const warnings = linesOf(sources.issues.filter(({ severity }) => severity !== 'ERROR'))
    if (errors.length > 0) this.#log.error({ path, issues: errors }, 'these rules have errors')
    if (warnings.length > 0) this.#log.warn({ path, issues: warnings }, 'these rules have warnings')
    if (errors.length > 0 && this.#inUse.has(key)) return
    this.#inUse.add(key)
    this.#inForce.useUnpublished({ database }, service, sources, { kind: 'file', path })
    if (errors.length > 0) return
    this.#log.info({ path }, 'these rules hold')
    if (sources.services.includes(service)) return
    this.#log.warn({ path, service }, 'this file has no rules of its service: everything there is closed')
  }

  #forget(place: SourcePath): void {
    const { service, database, path } = place
    this.#contents.delete(keyOf(place))
    this.#inUse.delete(keyOf(place))
    if (!this.#inForce.forgetFile(service, database)) return
    this.#log.warn(
      { path, service },
      'this file of rules is gone: published rules hold, and everything is open where there are none',
    )
  }
}

/** `38:11 text`; the text alone of an issue that concerns the whole file. */
function linesOf(issues: readonly RulesIssue[]): string[] {
  return issues.map((issue) => {
    const { position } = issue
    return position === undefined ? textOf(issue) : `${position.line}:${position.column} ${textOf(issue)}`
  })
}

function keyOf({ service, database }: SourcePath): string {
  return `${service}/${database}`
}
