/** Scheme, `*.`, host and port. */
export const websitePattern =
  /^(https?):\/\/(\*\.)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(:\d{1,5})?$/

/** An origin, or one with `*.` for all hosts below a domain: lower case, without a path. */
export function isWebsite(text: string): boolean {
  return text.length <= 300 && websitePattern.test(text)
}
