import { basename } from 'node:path'
import { findIssues, type ServiceName, type SourceFile } from '@hearth/rules'
import { readTextFile } from '../firebase-json.ts'
import { sourcePaths } from './source-paths.ts'

export interface Source {
  readonly service: ServiceName
  readonly file: SourceFile
}

/** The rules of a folder, of each service that has some. */
export async function readSources(folder: string, tell: (sentence: string) => void): Promise<Source[]> {
  const paths = await sourcePaths(folder, () => tell('firebase.json names no rules that can be found.'))
  const sources: Source[] = []
  for (const service of ['cloud.firestore', 'firebase.storage'] as const) {
    const content = await readTextFile(paths[service])
    if (content !== undefined) sources.push({ service, file: { name: basename(paths[service]), content } })
  }
  return sources
}

/** Tells every issue in the form of the vendor's command line: `firestore.rules [E] 38:11 - text`. */
export function isWithoutErrors(sources: readonly Source[], tell: (sentence: string) => void): boolean {
  const issues = findIssues(sources.map(({ file }) => file))
  for (const { severity, position, description, fileName } of issues) {
    const place = position === undefined ? '' : `${position.line}:${position.column} - `
    tell(`${fileName} [${severity.slice(0, 1)}] ${place}${description}`)
  }
  return issues.every(({ severity }) => severity !== 'ERROR')
}
