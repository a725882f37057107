/** The colour of a value that an expression of rules had; undefined: its evaluation was cut short. */
export function toneOfValue(value: string | undefined): string {
  if (value === 'true') return 'text-moss'
  return value === 'false' || value === undefined || value.startsWith('error') ? 'text-crimson' : 'text-slate'
}
