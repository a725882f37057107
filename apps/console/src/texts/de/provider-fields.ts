import type { providerFieldsTexts } from '../en/provider-fields.ts'

export const providerFields: typeof providerFieldsTexts = {
  kinds: { 'oidc.': 'OpenID Connect', 'oauth.': 'OAuth 2.0', 'saml.': 'SAML 2.0' },

  addTitleOf: {
    'oidc.': 'Einen OpenID-Connect-Anbieter hinzufügen',
    'oauth.': 'Einen OAuth-2.0-Anbieter hinzufügen',
    'saml.': 'Einen SAML-Anbieter hinzufügen',
  },

  fields: {
    id: 'Kennung',
    displayName: 'Name',
    issuer: 'Aussteller',
    idpEntityId: 'Entity-ID des Anbieters',
    ssoUrl: 'Anmeldeadresse (SSO-URL)',
    certificates: 'Zertifikate',
    spEntityId: 'Entity-ID dieses Projekts',
    clientId: 'Client-ID',
    clientSecret: 'Client-Geheimnis',
    teamId: 'Team-ID',
    keyId: 'Schlüssel-ID',
    privateKey: 'Privater Schlüssel',
    otherIds: 'Weitere Client-IDs',
    authorizationEndpoint: 'Anmelde-Endpunkt (authorization)',
    tokenEndpoint: 'Token-Endpunkt',
    userInfoEndpoint: 'Benutzer-Endpunkt (user info)',
  },

  fieldOf: {
    'apple.com': { clientId: 'Services-ID', otherIds: 'Bundle-IDs' },
    'facebook.com': { clientId: 'App-ID', clientSecret: 'App-Geheimcode' },
    'microsoft.com': { clientId: 'Anwendungs-ID (Client)' },
  },

  helps: {
    id: '',
    displayName: 'Was auf der Schaltfläche steht: „Weiter mit …“.',
    issuer: 'Wo der Anbieter sich beschreibt, etwa https://login.example.com.',
    idpEntityId: 'Wie er sich in seinen Metadaten nennt.',
    ssoUrl: 'Wohin Menschen zum Anmelden geschickt werden (HTTP-Redirect).',
    certificates: 'Womit der Anbieter unterschreibt, in PEM. Zwei, solange er den Schlüssel wechselt.',
    spEntityId: 'Beim Anbieter als Zielgruppe (audience) einzutragen.',
    clientId: 'Wie der Anbieter dieses Projekt nennt.',
    clientSecret: '',
    teamId: 'Zehn Zeichen, oben rechts in Ihrem Entwicklerkonto.',
    keyId: 'Zehn Zeichen, eines Schlüssels mit „Sign in with Apple“.',
    privateKey: 'Der Inhalt der .p8-Datei. Der Server unterschreibt damit jede Anfrage; er wird nie wieder gezeigt.',
    otherIds:
      'Die Ihrer Apps für Telefone, eine in jeder Zeile. Wer eine dieser Apps betreibt, kann sich hier als deren Benutzer anmelden.',
    authorizationEndpoint: 'Wo Menschen sich anmelden.',
    tokenEndpoint: 'Wo Codes eingetauscht werden.',
    userInfoEndpoint: 'Wer das Zugriffstoken hat: sub oder id, email, name, picture.',
  },

  helpOf: {
    'apple.com': { clientId: 'Identifiers → Services IDs, etwa com.example.web.' },
    'github.com': {
      authorizationEndpoint: 'Von GitHub Enterprise: https://HOST/login/oauth/authorize. Leer für den öffentlichen.',
      tokenEndpoint: 'https://HOST/login/oauth/access_token',
      userInfoEndpoint: 'https://HOST/api/v3/user',
    },
    'microsoft.com': {
      authorizationEndpoint: 'Ein Verzeichnis allein: seine ID anstelle von „common“. Leer für alle Konten.',
      tokenEndpoint: 'https://login.microsoftonline.com/VERZEICHNIS/oauth2/v2.0/token',
    },
  },

  whereOf: {
    'google.com': 'Google-Cloud-Konsole → Anmeldedaten → OAuth-Client → Autorisierte Weiterleitungs-URIs:',
    'apple.com': 'Apple Developer → Services IDs → Sign in with Apple → Return URLs:',
    'facebook.com': 'Meta for Developers → Facebook Login → Gültige OAuth Redirect URIs:',
    'github.com': 'GitHub → Developer settings → OAuth Apps → Authorization callback URL:',
    'microsoft.com': 'Entra Admin Center → App-Registrierungen → Authentifizierung → Web → Umleitungs-URIs:',
    'twitter.com': 'X Developer Portal → User authentication settings → Callback URI:',
    'yahoo.com': 'Yahoo Developer Network → Ihre App → Redirect URI(s):',
    'oidc.': 'Beim Anbieter einzutragen, als Weiterleitungsadresse:',
    'oauth.': 'Beim Anbieter einzutragen, als Weiterleitungsadresse:',
    'saml.': 'Beim Anbieter einzutragen, als Assertion Consumer Service (ACS-URL):',
  },

  problems: {
    missing: (field) => `${field}: Hier steht noch nichts.`,
    id: (_field, prefix) => `Sie sieht aus wie ${prefix}acme: Kleinbuchstaben, Ziffern und „-“ nach „${prefix}“.`,
    address: () => 'Eine https-Adresse, ohne Raute; ein Aussteller hat auch kein Fragezeichen.',
    list: () => 'Höchstens 50 Client-IDs mit bis zu 2.048 Zeichen.',
  },

  refused: {
    teamId: 'Zehn Großbuchstaben und Ziffern.',
    keyId: 'Zehn Großbuchstaben und Ziffern.',
    privateKey:
      'Das ist nicht der Inhalt einer .p8-Datei von Apple. Fügen Sie ihn ganz ein, mit der ersten und der letzten Zeile.',
    certificates: 'Nicht jedes davon ist ein X.509-Zertifikat eines RSA-Schlüssels in PEM.',
  },
  refusedAnyhow: 'Das nimmt der Server nicht an.',
  openIdInstead:
    'Für Anbieter, die nur OAuth 2.0 sprechen. Einer mit einem Aussteller spricht OpenID Connect: So hinzugefügt braucht er weniger und sagt mehr.',
}
