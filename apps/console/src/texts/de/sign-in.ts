import type { signInTexts } from '../en/sign-in.ts'

export const signIn: typeof signInTexts = {
  signIn: 'Anmelden',
  signInSubtitle: 'um sich um Ihre Apps auf diesem Server zu kümmern',
  signUp: 'Ein Konto anlegen',
  signUpSubtitle: 'um sich um Ihre Apps auf diesem Server zu kümmern',
  createAccount: 'Konto anlegen',
  email: 'E-Mail',
  password: 'Passwort',
  name: 'Name',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  signUpClosedTitle: 'Keine neuen Konten hier',
  signUpClosed: 'Dieser Server nimmt neue Konten nur auf Einladung an. Sein Eigentümer kann ihn öffnen.',
  cutShort: ({ changes, forms, jobs }) => {
    const parts = [
      changes > 0 && (changes === 1 ? '1 Änderung eines Dokuments' : `${changes} Änderungen von Dokumenten`),
      forms > 0 && (forms === 1 ? '1 Formular' : `${forms} Formulare`),
      jobs > 0 && (jobs === 1 ? '1 Auftrag' : `${jobs} Aufträge`),
    ].filter((part) => part !== false)
    return `Nicht gespeichert, als die Sitzung endete: ${parts.join(', ')}.`
  },
  uploadsWait: (count) =>
    `${count === 1 ? '1 Upload wartet' : `${count} Uploads warten`} in diesem Tab auf das Konto, das angemeldet war. Wer den Tab schließt oder sich mit einem anderen Konto anmeldet, beendet ${count === 1 ? 'ihn' : 'sie'}.`,
  signedOutEnded:
    'Sie wurden abgemeldet: Die Sitzung wurde auf dem Server beendet. Vielleicht wurde Ihr Konto geändert, oder seine Sitzungen wurden widerrufen.',
  signedOutDisabled:
    'Sie wurden abgemeldet: Jemand, der diese Konsole betreut, hat dieses Konto gesperrt. Fragen Sie den Eigentümer des Servers.',
  signedOutChosen: 'Sie sind abgemeldet.',
  accountDeleted: 'Ihr Konto ist gelöscht, und was dieser Browser davon wusste, ist entfernt.',
  goesOn: 'Nach der Anmeldung geht es zu der Seite, die Sie aufgerufen haben.',
  or: 'oder',
  continueWith: (provider) => `Weiter mit ${provider}`,
  waitingFor: (provider) => `Warten auf ${provider}`,
  windowOpen: (provider) =>
    `Machen Sie im Fenster von ${provider} weiter. Nicht zu sehen? Vielleicht liegt es hinter diesem.`,
  cancel: 'Abbrechen',
  openWindow: 'Fenster öffnen',
  withPasskey: 'Mit Passkey anmelden',
  waitingForPasskey: 'Warten auf Ihren Passkey',
  lastUsed: 'zuletzt benutzt',
  forgot: 'Passwort vergessen?',
  resetPassword: 'Passwort zurücksetzen',
  tooWeak: 'Dieser Server verlangt inzwischen ein stärkeres Passwort als Ihres. Wählen Sie über einen Link ein neues.',
  sendLink: 'Anmeldelink per E-Mail schicken',
  linkSent: (email) =>
    `Wenn ${email} sich hier anmelden kann, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang, am besten in diesem Browser.`,
  noWay:
    'Die Anmeldung an dieser Konsole ist abgeschaltet. Der Eigentümer des Servers kann mit einem Dienstschlüssel einen Weg einschalten.',
  linkFirst: (email, provider) =>
    `${email} hat hier ein Konto, das sich anders anmeldet. Melden Sie sich einmal so an, und ${provider} wird damit verknüpft.`,
  linked: (provider) => `${provider} ist verknüpft. Von jetzt an können Sie sich auch so anmelden.`,
  notLinked: (provider) =>
    `Sie sind angemeldet, aber ${provider} ließ sich nicht verknüpfen. Versuchen Sie es unter Konto noch einmal.`,
  codeTitle: 'Geben Sie Ihren Code ein',
  codeSubtitle: 'Ihr Konto verlangt einen zweiten Faktor.',
  code: 'Code',
  codeHelp: 'Sechs Ziffern aus Ihrer Authentifizierungs-App.',
  codeMissing: 'Der Code hat sechs Ziffern.',
  factor: 'Zweiter Faktor',
  unnamedFactor: 'Authentifizierungs-App',
  noAppFactor: 'Die zweiten Faktoren dieses Kontos sind Textnachrichten, nach denen diese Konsole nicht fragen kann.',
  confirmCode: 'Weiter',
  startOver: 'Anders anmelden',
  lostDevice:
    'Gerät verloren? Der Eigentümer des Servers kann den zweiten Faktor von Ihrem Konto entfernen. Sind Sie das selbst, führen Sie „hearth owner reset --second-factor“ auf dem Rechner des Servers aus.',
  forgotTitle: 'Passwort zurücksetzen',
  forgotSubtitle: 'Wählen Sie ein neues.',
  sendReset: 'Link schicken',
  sentTitle: 'Schauen Sie in Ihr Postfach',
  sent: (email) =>
    `Wenn ${email} hier ein Konto hat, ist ein Link unterwegs. Er gilt einmal, eine Stunde lang. Nichts da? Schauen Sie bei unerwünschter Post nach.`,
  sendAgain: 'Noch einen schicken',
  sendAgainIn: (seconds) => `Noch einen in ${seconds} s`,
  otherAddress: 'Eine andere Adresse nehmen',
  noMail:
    'Dieser Server verschickt noch keine Mails und kann daher keinen Link schicken. Der Eigentümer des Servers kann unter Benutzer des Projekts Console ein neues Passwort für Sie setzen; ein Eigentümer führt „hearth owner reset“ auf dem Rechner des Servers aus.',
  backToSignIn: 'Zurück zur Anmeldung',
  nextTryIn: (seconds) => `Nächster Versuch in ${seconds} s`,
  welcome: 'Willkommen bei Hearth',
  welcomeSubtitle: 'Dieser Server hat noch keinen Eigentümer. Das erste Konto besitzt ihn.',
  setupCode: 'Einrichtungscode',
  setupCodeHelp: 'Der Server schrieb ihn beim Start auf.',
  createOwner: 'Konto des Eigentümers anlegen',
  codeFromLink: 'Aus dem Link, den Sie geöffnet haben.',
}
