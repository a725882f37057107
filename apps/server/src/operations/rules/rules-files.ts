import { dirname } from 'node:path'
import { type RulesIssue, RulesSources, type ServiceName } from '@hearth/rules'
import type { Log } from '../../ambient.ts'
import type { RulesInForce } from '../../rules/rules-in-force.ts'
import { readTextFile } from '../firebase-json.ts'
import { watchFolders } from '../watch-folders.ts'
import { textOf } from './read-sources.ts'
import { sourcePaths } from './source-paths.ts'

/**
 * The rules a developer keeps beside their code: `firebase.json` names the files, else `firestore.rules` and `storage.rules`. They hold
 * for every project without rules of its own, and are read again when they are saved. A file that is not there, or not any more, opens
 * nothing and closes nothing. A broken one is reported: the rules before it stay, and without any the service is closed.
 */
export class RulesFiles {
  readonly #folder: string
  readonly #inForce: RulesInForce
  readonly #log: Log
  readonly #contents = new Map<ServiceName, string>()
  readonly #inUse = new Set<ServiceName>()
  #paths: Record<ServiceName, string> | undefined
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
    const folders = new Set([options.folder, ...Object.values(paths).map((path) => dirname(path))])
    files.#watching = watchFolders(folders, {
      onChange: () => void files.#read(),
      onLost: (err, folder) => options.log.warn({ err, folder }, 'rules are not read again when they are saved'),
    })
    return files
  }

  close(): void {
    this.#watching?.[Symbol.dispose]()
  }

  async #read(): Promise<Record<ServiceName, string>> {
    let broken: string | undefined
    const { 'cloud.firestore': documents, 'firebase.storage': stored } = await sourcePaths(
      this.#folder,
      (cause, text) => {
        broken = text
        if (text === this.#brokenJson) return
        this.#log.warn({ cause }, 'firebase.json can not be used: the rules and indexes before it stay')
      },
    )
    const found = { 'cloud.firestore': documents.path, 'firebase.storage': stored.path }
    this.#brokenJson = broken
    const paths = broken === undefined ? found : (this.#paths ?? found)
    this.#paths = paths
    await this.#use('cloud.firestore', paths['cloud.firestore'])
    await this.#use('firebase.storage', paths['firebase.storage'])
    return paths
  }

  async #use(service: ServiceName, path: string): Promise<void> {
    const content = await readTextFile(path)
    if (content === undefined) this.#forget(service, path)
    if (content === undefined || this.#contents.get(service) === content) return
    this.#contents.set(service, content)
    const sources = new RulesSources([{ name: path, content }])
    const errors = linesOf(sources.issues.filter(({ severity }) => severity === 'ERROR'))
    const warnings = linesOf(sources.issues.filter(({ severity }) => severity !== 'ERROR'))
    if (errors.length > 0) this.#log.error({ path, issues: errors }, 'these rules have errors')
    if (warnings.length > 0) this.#log.warn({ path, issues: warnings }, 'these rules have warnings')
    if (errors.length > 0 && this.#inUse.has(service)) return
    this.#inUse.add(service)
    this.#inForce.useUnpublished(undefined, service, sources, { kind: 'file', path })
    if (errors.length > 0) return
    this.#log.info({ path }, 'these rules hold')
    if (sources.services.includes(service)) return
    this.#log.warn({ path, service }, 'this file has no rules of its service: everything there is closed')
  }

  #forget(service: ServiceName, path: string): void {
    this.#contents.delete(service)
    this.#inUse.delete(service)
    if (!this.#inForce.forgetFile(service)) return
    this.#log.warn(
      { path, service },
      'this file of rules is gone: published rules hold, and everything is open where there are none',
    )
  }
}

/** `38:11 text`. */
function linesOf(issues: readonly RulesIssue[]): string[] {
  return issues.map((issue) => `${issue.position?.line}:${issue.position?.column} ${textOf(issue)}`)
}
