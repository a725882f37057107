interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown
}

// The page lets no text become markup (http/static-site.ts of the server). React Aria empties an element by an empty text, which is let
// through; anything else throws where it is tried.
const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) })
