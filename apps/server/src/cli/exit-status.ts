/** Exit status (docs/specification.md): what a supervisor and a script can tell apart. */
export const exitStatus = { clean: 0, crashed: 1, badSetting: 2, dataFolder: 3, port: 4 } as const

export function warn(sentence: string): void {
  process.stderr.write(`hearth: ${sentence}\n`)
}

/** Says why on standard error, in plain sentences: whoever starts Hearth reads them. */
export function endProcess(status: number, sentences: readonly string[]): never {
  for (const sentence of sentences) warn(sentence)
  process.exit(status)
}
