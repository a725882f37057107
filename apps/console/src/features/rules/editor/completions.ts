import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { pathAt, requestMembers, type ServiceName } from '@hearth/rules'

/** What usually stands behind a name and a point, beside what a request has by itself. */
const claims = ['email', 'email_verified', 'name', 'sub', 'firebase', 'phone_number']
const queryMembers = ['limit', 'offset', 'orderBy']
const lookups = ['get()', 'exists()']
const methods = ['diff()', 'get()', 'hasAll()', 'hasAny()', 'hasOnly()', 'keys()', 'matches()', 'size()', 'values()']
const words = [
  'match,allow,if,function,return,let,true,false,null,request,resource',
  'read,write,get,list,create,update,delete',
  'get(),exists(),getAfter(),existsAfter(),debug(),path(),int(),float(),string()',
].flatMap((line) => line.split(','))

/** Names of the language, and those the source itself makes: functions, arguments, and what stands in braces in the paths around. */
export function completeRules(context: CompletionContext): CompletionResult | null {
  const chain = context.matchBefore(/[\w.]*/)
  if (chain === null || (chain.text === '' && !context.explicit)) return null
  const source = context.state.doc.toString()
  const point = chain.text.lastIndexOf('.')
  const names = point >= 0 ? membersOf(chain.text.slice(0, point), source, chain.from) : namesAt(source, chain.from)
  return {
    from: chain.from + point + 1,
    options: [...new Set(names)].map(optionOf),
    validFor: /^\w*$/,
  }
}

function membersOf(place: string, source: string, offset: number): readonly string[] {
  const known = requestMembers(serviceAt(source, offset), place)
  if (known !== undefined) return known
  switch (place) {
    case 'request.auth.token':
      return [...claims, ...membersUsed(source, /\brequest\.auth\.token\.([A-Za-z_]\w*)(?=\W)/g), ...methods]
    case 'resource.data':
    case 'request.resource.data':
      return [...membersUsed(source, /\bresource\.data\.([A-Za-z_]\w*)(?=[^\w(])/g), ...methods]
    case 'request.query':
      return queryMembers
    case 'firestore':
      return lookups
    default:
      return methods
  }
}

/** What the source asks for elsewhere; what is being typed has nothing behind it yet. */
function membersUsed(source: string, pattern: RegExp): readonly string[] {
  return [...source.matchAll(pattern)].map((match) => match[1] ?? '')
}

function namesAt(source: string, offset: number): readonly string[] {
  const wildcards = [...(pathAt(source, offset) ?? '').matchAll(/\{(\w+)(?:=\*\*)?\}/g)]
  const functions = [...source.matchAll(/\bfunction\s+(\w+)/g)]
  return [
    ...localsAt(source.slice(0, offset)),
    ...wildcards.map((match) => match[1] ?? ''),
    ...functions.map((match) => `${match[1] ?? ''}()`),
    ...words,
  ]
}

/** The arguments and `let`s of the function that a text ends in. */
function localsAt(before: string): readonly string[] {
  const [opened] = [...before.matchAll(/\bfunction\s+\w+\s*\(([^)]*)\)\s*\{/g)].slice(-1)
  if (opened === undefined) return []
  const body = before.slice(opened.index + opened[0].length)
  if (body.includes('}')) return []
  const lets = [...body.matchAll(/\blet\s+(\w+)\s*=/g)].map((match) => match[1] ?? '')
  const parameters = (opened[1] ?? '').split(',').map((name) => name.trim())
  return [...parameters.filter((name) => name !== ''), ...lets]
}

function serviceAt(source: string, offset: number): ServiceName {
  const named = [...source.slice(0, offset).matchAll(/\bservice\s+(cloud\.firestore|firebase\.storage)\b/g)].at(-1)?.[1]
  return named === 'firebase.storage' ? named : 'cloud.firestore'
}

/** In the order in which they are given: what is nearest comes first. */
function optionOf(label: string, at: number): Completion {
  const isCalled = label.endsWith('()')
  return {
    label,
    apply: isCalled ? label.slice(0, -1) : label,
    type: isCalled ? 'function' : 'variable',
    boost: Math.max(-99, -at),
  }
}
