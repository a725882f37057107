/** The process of `fuzzInProcess`: one message with the options comes, one with the result goes. */
import { once } from 'node:events'
import { fuzz, type FuzzOptions } from './fuzz.ts'

const [options] = (await once(process, 'message')) as [FuzzOptions]
const result = await fuzz(options)
// Not before all of it is sent: a corpus is longer than a pipe holds.
process.send?.(result, undefined, undefined, () => process.disconnect())
