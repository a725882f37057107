export type Environment = Readonly<Record<string, string | undefined>>

/** Flags by their name without dashes; a switch without a value is `true`. */
export type Flags = Readonly<Record<string, string | true>>

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return process.env
}
