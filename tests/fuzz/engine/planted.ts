import { invalidArgument, StatusError } from '@hearth/model'
import { type FuzzTarget, KIB } from '../fuzz-target.ts'

/** Targets with known defects: what the fuzzer itself is tested with. Each defect is behind one character after the other. */
export const targets: readonly FuzzTarget[] = [
  planted('crash', (input) => {
    if (input[0] !== 'c') return
    if (input[1] !== 'r') return
    if (input[2] === 'a') throw new RangeError('Planted')
  }),
  planted('answer', (input) => {
    if (input[0] !== 'a') return
    if (input[1] !== 'n') return
    if (input[2] !== 's') return
    if (input[3] === 'w') throw new StatusError('internal', 'PLANTED', 'Planted.')
  }),
  planted('crash of a callback', async (input) => {
    if (input[0] !== 'c') return
    if (input[1] !== 'b') return
    await new Promise(() =>
      setImmediate(() => {
        throw new RangeError('Planted')
      }),
    )
  }),
  planted('hang', (input) => {
    while (input[0] === 'x') continue
  }),
  planted('memory', (input) => {
    const held: Float64Array[] = []
    while (input[0] === 'x') held.push(new Float64Array(1_000_000).fill(0.5))
  }),
  planted('end of the process', (input) => {
    if (input[0] === 'x') process.kill(process.pid, 'SIGSEGV')
    // The signal may take a moment, in which no other input may come.
    while (input[0] === 'x') continue
  }),
  planted(
    'time',
    (input) => {
      // Quadratic, and quick for what is short.
      const seen: string[] = []
      for (const part of input.split(',').slice(0, 20_000)) if (!seen.includes(part)) seen.push(part + seen.length)
    },
    [',', ','],
  ),
  planted(
    'sound',
    (input) => {
      if (input[0] !== 'o') throw invalidArgument('PLANTED', 'No o.')
      if (input[1] !== 'k') throw invalidArgument('PLANTED', 'No k.')
      return input
    },
    ['o', 'k'],
  ),
]

function planted(name: string, run: (input: string) => unknown, words: readonly string[] = []): FuzzTarget {
  return {
    name,
    form: 'text',
    watches: ['/engine/planted.ts'],
    seeds: ['seed'],
    words,
    limitBytes: 64 * KIB,
    open: () => ({ run: (input) => run(input.toString('latin1')) }),
  }
}
