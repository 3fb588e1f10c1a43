/**
 * Is a variable of that name a secret: `API_TOKEN`, `DB_PASSWORD`, `GH_PAT`, or the address of a webhook, which lets anybody call it?
 * `PWD` is where a shell works.
 */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  return endings.test(upper) || parts.test(upper);
}

const endings =
  /(?:TOKEN|(?:_|API|ACCESS|PRIVATE)KEY|_PWD|(?:^|_)(?:PAT|PASS|WEBHOOK|WEBHOOK_URL|CREDENTIALS?|CREDS|AUTHORIZATION|COOKIE))$/;
const parts = /PASSWORD|PASSWD|PASSPHRASE|SECRET/;
