import { runWebCalls } from './web-calls.mjs'

globalThis.runCalls = runWebCalls
