import { ruleWords } from '../../texts/en/rule-words.ts'

const known: Readonly<Record<string, string | undefined>> = ruleWords.reasons

/** What names a field or a property; it is kept. */
const naming: readonly (readonly [said: RegExp, words: (name: string) => string])[] = [
  [/^The query does not promise .* resource\.data\.(.+): it needs a filter on \1\.$/, ruleWords.queryNeedsFilter],
  [/^It depends on (.+), which is not known\.$/, ruleWords.dependsOn],
]

/** A reason in the language of the page. What the rules language itself says of a failure stays in its own words, by which it is searched for. */
export function wordsOfReason(reason: string | undefined): string {
  if (reason === undefined) return ''
  for (const [said, words] of naming) {
    const name = said.exec(reason)?.[1]
    if (name !== undefined) return words(name)
  }
  return known[reason] ?? reason
}

/** A value that an expression had, as the server shows it, in the language of the page where it is said in words. */
export function wordsOfValue(value: string): string {
  if (value === 'not known from the query') return ruleWords.notKnown
  const failure = /^error: (.*)$/s.exec(value)?.[1]
  return failure === undefined ? value : ruleWords.error(wordsOfReason(failure))
}

/** The colour of a value that an expression of rules had; undefined: its evaluation was cut short. */
export function toneOfValue(value: string | undefined): string {
  if (value === 'true') return 'text-moss'
  return value === 'false' || value === undefined || value.startsWith('error') ? 'text-crimson' : 'text-slate'
}
