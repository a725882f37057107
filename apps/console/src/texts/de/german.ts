import type { Catalogues } from '../words.ts'

/** Each file of this folder exports one catalogue, the name of which is that of the file in camel case. */
const modules = import.meta.glob<Catalogues>(['./*.ts', '!./german.ts', '!./first.ts', '!./setting-sentences.ts'], {
  eager: true,
})

/** The catalogues in German, by the names of their files. */
export const german: Catalogues = Object.fromEntries(
  Object.entries(modules).map(([file, words]) => [file.slice('./'.length, -'.ts'.length), Object.values(words)[0]]),
)
