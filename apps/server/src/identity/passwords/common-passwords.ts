/** What guessers try first: the most used passwords of six characters and more, from public rankings of leaked ones. Lower case. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 010203 101010 111111 112233 121212 123123 123321 123456 1234567 12345678 123456789 1234567890 123456a 123456q
  123654 123abc 123qwe 123qweasd 131313 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 333333
  444444 456789 555555 654321 666666 696969 741852963 777777 789456 789456123 87654321 888888 987654 987654321 999999
  a12345 a123456 aa123456 aaaaaa abc123 abcd1234 abcdef access admin1 admin123 administrator amanda andrea andrew anthony
  asdasd asdf1234 asdfgh asdfghjkl ashley azerty babygirl bailey banana baseball basketball batman biteme buster butterfly
  changeme charlie cheese chelsea chocolate computer cookie dallas daniel default donald dragon eminem family flower football
  freedom fuckyou george ginger google guest123 hannah harley hello1 hello123 hockey hunter iloveyou internet jasmine jennifer
  jessica jordan jordan23 joshua justin killer letmein liverpool login1 london lovely maggie master matrix matthew merlin
  michael michelle monkey mustang naruto nicole ninja1 p@ssw0rd p@ssword pass123 pass1234 passw0rd password password! password1
  password12 password123 patrick pepper pokemon princess purple q1w2e3 q1w2e3r4 qazwsx qazwsxedc qwe123 qwer1234 qwerty qwerty1
  qwerty12 qwerty123 qwertyuiop ranger robert samantha samsung secret secret1 shadow silver soccer solo12 starwars summer
  sunshine superman taylor test123 test1234 testing thomas thunder tigger trustno1 welcome welcome1 welcome123 whatever
  william winner winter zaq12wsx zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
)

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
