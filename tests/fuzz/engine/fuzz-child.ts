/** The process of `fuzzInProcess`: one message with the options comes, one with the result goes. */
import { once } from 'node:events'
import { fuzz, type FuzzOptions } from './fuzz.ts'

const [options] = (await once(process, 'message')) as [FuzzOptions]
process.send?.(await fuzz(options))
process.disconnect()
