/** The secret code of a link such as `/welcome#code=…` (which no server log sees) or `/welcome?code=…`; empty when there is none. */
export function codeFromLink(link: { readonly hash: string; readonly search: string }): string {
  const code =
    new URLSearchParams(link.hash.replace(/^#/, '')).get('code') ?? new URLSearchParams(link.search).get('code') ?? ''
  return code.slice(0, 200)
}
