import { identityError } from '../identity-error.ts'

const CHARACTERS_MAX = 128 * 1024
const TAGS_MAX = 1_500
/** Each costs where names are looked up, below all elements that are in its own. */
const NAMESPACES_MAX = 200
/** From one tag to the next: a tag with its attributes and the text after it, such as a certificate. */
const PIECE_CHARACTERS_MAX = 16 * 1024

/** What may stand in a signature: no SHA-1, no shared secrets, no stylesheets and paths. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/**
 * A `SAMLResponse`, once it is known to be harmless to parse: of a bounded size in every direction, nothing but elements and text (no
 * document types, so no entities; no comments, sections or instructions), and no algorithms but these. Everybody who began a flow can
 * send one, signed or not. Throws `INVALID_IDP_RESPONSE`.
 */
export function readSamlResponse(encoded: string): string {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  if (xml === '' || xml.length > CHARACTERS_MAX)
    throw refused(`has no answer, or one with more than ${CHARACTERS_MAX} characters`)
  if (/<!|<\?(?!xml\s)/.test(xml)) throw refused('has a document type, a comment, a section or an instruction in it')
  const pieces = xml.split('<', TAGS_MAX + 2)
  if (pieces.length > TAGS_MAX + 1 || pieces.some((piece) => piece.length > PIECE_CHARACTERS_MAX)) {
    throw refused(`has more than ${TAGS_MAX} tags, or ${PIECE_CHARACTERS_MAX} characters between two`)
  }
  if (xml.split('xmlns', NAMESPACES_MAX + 2).length > NAMESPACES_MAX + 1)
    throw refused(`has more than ${NAMESPACES_MAX} namespaces`)
  for (const [, name = ''] of xml.matchAll(/\bAlgorithm\s*=\s*["']([^"']*)["']/g)) {
    if (!algorithms.has(name)) throw refused('is encrypted, or signed by an algorithm that isn’t taken')
  }
  return encoded
}

function refused(what: string): Error {
  return identityError('INVALID_IDP_RESPONSE', `The provider’s answer ${what}.`)
}
