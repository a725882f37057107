import { errorTexts } from '../../texts/en/errors.ts'
import { type Reaction, reactionTo } from './reaction.ts'

/** The same as `reactionTo` where something was only read: its sentence says nothing of what was saved or changed. */
export function reactionToRead(thrown: unknown): Reaction {
  const reaction = reactionTo(thrown)
  if (reaction.kind === 'quiet') return reaction
  return { ...reaction, message: wordsOfRead(reaction.message) }
}

/** The sentence for places that have room for nothing else; empty when nothing is to be said. */
export function messageOfRead(thrown: unknown): string {
  const reaction = reactionToRead(thrown)
  return reaction.kind === 'quiet' ? '' : reaction.message
}

const aboutWriting = [
  'unreachable',
  'denied',
  'noAnswer',
  'foreignAnswer',
  'aborted',
  'invalidArgument',
  'deadlineExceeded',
  'server',
] as const

function wordsOfRead(message: string): string {
  const name = aboutWriting.find((one) => errorTexts[one] === message)
  return name === undefined ? message : errorTexts.ofReads[name]
}
