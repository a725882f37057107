/** Around each value there is an object, and around many of them a map or an array. */
const VALUE_BYTES = 256
/** What is short is taken to be full of values. */
const SHORT_LENGTH = 1024
const SHORT_FACTOR = 18
/** Ends the name of each value's type. What stands in a text has its quotes escaped. */
const TYPE_END = 'Value":'

/** Memory that the fields of a document take when they are decoded from its text, roughly and rather too much. Takes time linear in the text. */
export function decodedBytes({ json }: { readonly json: string }): number {
  if (json.length <= SHORT_LENGTH) return json.length * SHORT_FACTOR
  let bytes = json.length
  for (let at = json.indexOf(TYPE_END); at >= 0; at = json.indexOf(TYPE_END, at + TYPE_END.length)) bytes += VALUE_BYTES
  return bytes
}
