import { runWebCalls } from './web-calls.mjs'

const [origin, way] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await runWebCalls(origin, way))}\n`)
process.exit(0)
