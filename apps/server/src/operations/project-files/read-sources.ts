import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { StatusError } from '@hearth/model'
import { findIssues, type RulesIssue, type ServiceName, type SourceFile } from '@hearth/rules'
import { readTextFile, type SourcePath, sourcePaths } from './firebase-json.ts'

export interface Source {
  readonly service: ServiceName
  /** Of documents: whose they are. */
  readonly database: string
  readonly file: SourceFile
}

/**
 * The rules of a folder, of each service and database that has some. Tells of a file that `firebase.json` names and that is not there. Throws
 * `not-found`/`NO_RULES_FOLDER` for what is no folder, `not-found`/`NO_RULES_FILES` when there are none in it.
 */
export async function readSources(folder: string, tell: (sentence: string) => void): Promise<Source[]> {
  await assertFolder(folder)
  const paths = await sourcePaths(folder, (cause) => tell(`firebase.json can't be read: ${cause}`))
  const sources: Source[] = []
  for (const place of paths) {
    const { service, database, path, named } = place
    const content = await readTextFile(path)
    if (content !== undefined) sources.push({ service, database, file: { name: basename(path), content } })
    else if (named !== undefined) tell(missingFile(place))
  }
  if (sources.length > 0) return sources
  const tried = paths.map(({ path }) => path)
  const text = `There are no rules: neither ${tried.join(' nor ')} is there. --rules names their folder, and firebase.json in it may name the files.`
  throw new StatusError('not-found', 'NO_RULES_FILES', text)
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() === true) return
  const text =
    found === undefined
      ? `There is no folder ${folder}. --rules names the one that firestore.rules and storage.rules are in.`
      : `${folder} is no folder. --rules names the one that the files are in: --rules ${dirname(folder)}`
  throw new StatusError('not-found', 'NO_RULES_FOLDER', text)
}

function missingFile({ named, path }: SourcePath): string {
  return `firebase.json names the rules ${named}: there is no ${path}. Its paths begin at its own folder.`
}

/** What is wrong, and what to do about it. */
export function textOf({ description, hint }: Pick<RulesIssue, 'description' | 'hint'>): string {
  return hint === undefined ? description : `${description.replace(/\.$/, '')}. ${hint}`
}

/** Tells every issue in the form of the vendor's command line: `firestore.rules [E] 38:11 - text`. */
export function isWithoutErrors(sources: readonly Source[], tell: (sentence: string) => void): boolean {
  // Each by itself: several databases may go by one file, and a ruleset never has two of these.
  const files = new Map(sources.map(({ file }) => [JSON.stringify(file), file]))
  const issues = [...files.values()].flatMap((file) => findIssues([file]))
  for (const issue of issues) {
    const { severity, position, fileName } = issue
    const place = position === undefined ? '' : `${position.line}:${position.column} - `
    tell(`${fileName} [${severity.slice(0, 1)}] ${place}${textOf(issue)}`)
  }
  return issues.every(({ severity }) => severity !== 'ERROR')
}
