/** What a table is called that is taken away from a project. */
export function csvFileName(project: string, title: string): string {
  return `${project}-${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`
}
