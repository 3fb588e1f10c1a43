/** Is a variable of that name a secret: `API_TOKEN`, `DB_PASSWORD`, or the address of a webhook, which lets anybody call it? */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  return /_(KEY|TOKEN|SECRET|WEBHOOK|WEBHOOK_URL)$/.test(upper) || upper.includes('PASSWORD');
}
