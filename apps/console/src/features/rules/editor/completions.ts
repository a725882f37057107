import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** What can stand behind a name and a point. */
const members: Readonly<Record<string, readonly string[]>> = {
  request: ['auth', 'resource', 'time', 'method', 'path', 'query'],
  'request.auth': ['uid', 'token'],
  'request.auth.token': ['email', 'email_verified', 'name', 'sub', 'firebase', 'phone_number'],
  'request.resource': ['data', 'id', '__name__', 'size', 'contentType', 'metadata', 'name'],
  'request.query': ['limit', 'offset', 'orderBy'],
  resource: ['data', 'id', '__name__', 'size', 'contentType', 'metadata', 'name', 'timeCreated', 'updated'],
  firestore: ['get()', 'exists()'],
}
const methods = ['diff()', 'get()', 'hasAll()', 'hasAny()', 'hasOnly()', 'keys()', 'matches()', 'size()', 'values()']
const words = [
  'match,allow,if,function,return,let,true,false,null,request,resource',
  'read,write,get,list,create,update,delete',
  'get(),exists(),getAfter(),existsAfter(),debug(),path(),int(),float(),string()',
].flatMap((line) => line.split(','))

/** Names of the language, and those the source itself makes: functions and wildcards. */
export function completeRules(context: CompletionContext): CompletionResult | null {
  const chain = context.matchBefore(/[\w.]*/)
  if (chain === null || (chain.text === '' && !context.explicit)) return null
  const point = chain.text.lastIndexOf('.')
  if (point >= 0) {
    const options = [...(members[chain.text.slice(0, point)] ?? []), ...methods]
    return { from: chain.from + point + 1, options: options.map(optionOf), validFor: /^\w*$/ }
  }
  const source = context.state.doc.toString()
  const functions = [...source.matchAll(/function\s+(\w+)/g)].map((match) => `${match[1] ?? ''}()`)
  const wildcards = [...source.matchAll(/\{(\w+)(?:=\*\*)?\}/g)].map((match) => match[1] ?? '')
  const options = [...new Set([...words, ...functions, ...wildcards])]
  return { from: chain.from, options: options.map(optionOf), validFor: /^\w*$/ }
}

function optionOf(label: string): Completion {
  const isCalled = label.endsWith('()')
  return { label, apply: isCalled ? label.slice(0, -1) : label, type: isCalled ? 'function' : 'variable' }
}
