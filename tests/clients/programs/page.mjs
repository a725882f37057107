import { runWebCalls } from './web-calls.mjs'

globalThis.runWebCalls = runWebCalls
