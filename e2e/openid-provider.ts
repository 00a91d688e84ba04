import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

export interface OpenIdProvider {
  issuer: string;
  /** The person who signs in; null when the person cancels. */
  person: { sub: string; email: string; name: string } | null;
  close(): void;
}

/**
 * Starts an OpenID Connect provider like Google's. It signs in the person named by the story, without a
 * password.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    const json = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    const claims = { ...provider.person, email_verified: true };
    if (url.pathname === '/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri')!);
      back.searchParams.set('state', url.searchParams.get('state')!);
      if (provider.person) back.searchParams.set('code', 'a-code');
      else back.searchParams.set('error', 'access_denied');
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/token') {
      const idToken = `${encode({ alg: 'none' })}.${encode({ iss: provider.issuer, ...claims })}.`;
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: idToken });
    }
    if (url.pathname === '/userinfo') return json(claims);
    const at = (path: string) => `${provider.issuer}/${path}`;
    return json({
      issuer: provider.issuer,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      userinfo_endpoint: at('userinfo'),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: OpenIdProvider = {
    issuer: `http://127.0.0.1:${port}`,
    person: null,
    close: () => server.close(),
  };
  return provider;
}
