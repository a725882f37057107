import { runWebCalls } from './web-calls.mjs'

const [origin, way] = process.argv.slice(2)
console.log(JSON.stringify(await runWebCalls(origin, way)))
process.exit(0)
