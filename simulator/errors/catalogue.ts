import { graphError } from '../instagram/error.ts';
import type { Service } from '../state.ts';
import { tiktokError } from '../tiktok/api.ts';
import { businessError } from '../tiktok-business/reply.ts';
import { googleError } from '../youtube/api.ts';

/** A platform's error reply. If `isPassing`, the same call may succeed later. */
export interface PlatformError {
  status: number;
  body: object;
  isPassing?: boolean;
}

interface Graph {
  status?: number;
  subcode?: number;
  message: string;
  isPassing?: boolean;
}

/** Makes one of Meta's errors, most of which have the status 400. */
const graph = (code: number, { status = 400, subcode, message, isPassing }: Graph): PlatformError => ({
  status,
  ...(isPassing && { isPassing }),
  body: graphError({
    message,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(isPassing && { is_transient: true }),
  }),
});
const session = (subcode: number, why: string) =>
  graph(190, { status: 401, subcode, message: `Error validating access token: ${why}` });
const passing = (message: string, status = 500): Graph => ({ status, message, isPassing: true });
const tooMany = (code: number) => graph(code, { status: 403, message: `(#${code}) Request limit reached` });

const google = (status: number, reason: string, isPassing = false): PlatformError => ({
  status,
  ...(isPassing && { isPassing }),
  body: googleError({ status, reason, message: reason, domain: 'global' }),
});
/**
 * Makes an error in Google's newer format, in which the old reason is vague and the detail names the error.
 */
const googleDetail = (status: number, reason: string, detail: string): PlatformError => {
  const details = [{ reason: detail, domain: 'googleapis.com' }];
  return { status, body: googleError({ status, reason, message: detail, domain: 'global' }, details) };
};

const tiktok = (status: number, code: string, isPassing = false): PlatformError => ({
  status,
  ...(isPassing && { isPassing }),
  body: tiktokError(code, code, 'simulated'),
});

/** Makes an error of TikTok's API for Business, which answers everything with status 200. */
const business = (code: number, message: string, isPassing = false): PlatformError => ({
  status: 200,
  ...(isPassing && { isPassing }),
  body: businessError(code, message, 'simulated'),
});

const unknownTo = (name: string) => `An error of no document of ${name}.`;

/**
 * Errors of the calls that read posts, from each platform's documents and from public reports. The code that
 * handles these errors names the sources (`server/modules/connections/platforms/*-errors.ts`, `*-reply.ts`).
 * `unknown` is in no document.
 */
export const platformErrors = {
  instagram: {
    expired: session(463, 'Session has expired.'),
    passwordChanged: session(
      460,
      'The session has been invalidated because the user changed their password.',
    ),
    appRemoved: session(458, 'The user has not authorized application.'),
    checkpointed: session(459, 'The user is enrolled in a blocking, logged-in checkpoint.'),
    unconfirmed: session(464, 'The user is not a confirmed user.'),
    invalidToken: session(467, 'The session is invalid because the user logged out.'),
    noSession: session(492, 'Session does not match current stored session.'),
    tokenUnknown: graph(190, { status: 401, message: 'Invalid OAuth access token.' }),
    sessionEnded: graph(102, { message: 'Session key invalid or no longer valid.' }),
    unknownAtMeta: graph(1, passing('An unknown error occurred')),
    serviceDown: graph(2, passing('An unexpected error has occurred. Please retry your request later.')),
    publishing: graph(-1, passing('Instagram server error. Try again.', 400)),
    tooManyOfApp: tooMany(4),
    limitOfApp: tooMany(341),
    tooManyOfUser: tooMany(17),
    tooManyOfPage: tooMany(32),
    tooFast: tooMany(613),
    tooManyOfBusiness: tooMany(80002),
    blockedByPolicy: graph(368, { status: 403, message: 'The action attempted has been deemed abusive.' }),
    noPermission: graph(10, { status: 403, message: '(#10) Application does not have permission' }),
    permissionRemoved: graph(200, { status: 403, message: '(#200) Permissions error' }),
    restricted: graph(25, { subcode: 2207050, message: 'The Instagram account is restricted.' }),
    personal: graph(100, { message: 'the user is not an Instagram business' }),
    tooFewViewers: graph(10, { message: '(#10) Not enough viewers for the media to show insights' }),
    noObject: graph(100, { subcode: 33, message: 'Unsupported get request. Object does not exist' }),
    beforeProfessional: graph(100, { subcode: 2108006, message: 'Invalid parameter' }),
    unsupportedMetric: graph(100, {
      message:
        '(#100) The Media Insights API does not support the shares metric for this media product type.',
    }),
    unsupportedType: graph(100, {
      message: '(#100) The metric shares is not supported for this media type',
    }),
    noCapability: graph(3, { message: '(#3) Application does not have the capability' }),
    appUnknown: graph(101, { message: 'Error validating application.' }),
    appDeleted: graph(190, { message: 'Error validating application. Application has been deleted.' }),
    appBlocked: graph(200, { message: 'API access blocked.' }),
    appIdle: graph(200, { message: 'API access deactivated. To reactivate, go to the app dashboard.' }),
    appUnpublished: graph(100, { message: 'Unsupported request - method type: get' }),
    secretWrong: graph(1, { message: 'Error validating client secret.' }),
    invalidParameter: graph(100, { message: '(#100) Invalid parameter' }),
    unknown: graph(98_765, { message: unknownTo('Meta') }),
  },
  youtube: {
    authError: google(401, 'authError'),
    required: google(401, 'required'),
    noChannel: google(401, 'youtubeSignupRequired'),
    delegation: google(403, 'accountDelegationForbidden'),
    closed: google(403, 'authenticatedUserAccountClosed'),
    suspended: google(403, 'authenticatedUserAccountSuspended'),
    insufficientPermissions: google(403, 'insufficientPermissions'),
    forbidden: google(403, 'forbidden'),
    quotaExceeded: google(403, 'quotaExceeded'),
    dailyLimitExceeded: google(403, 'dailyLimitExceeded'),
    rateLimitExceeded: google(403, 'rateLimitExceeded', true),
    userRateLimitExceeded: google(403, 'userRateLimitExceeded', true),
    accessNotConfigured: google(403, 'accessNotConfigured'),
    keyInvalid: google(400, 'keyInvalid'),
    keyUnknown: googleDetail(400, 'badRequest', 'API_KEY_INVALID'),
    keyRestricted: googleDetail(403, 'forbidden', 'API_KEY_SERVICE_BLOCKED'),
    projectSuspended: googleDetail(403, 'forbidden', 'CONSUMER_SUSPENDED'),
    scopeInsufficient: googleDetail(403, 'insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    incompatibleParameters: google(400, 'incompatibleParameters'),
    invalidFilters: google(400, 'invalidFilters'),
    invalidPageToken: google(400, 'invalidPageToken'),
    missingRequiredParameter: google(400, 'missingRequiredParameter'),
    unexpectedParameter: google(400, 'unexpectedParameter'),
    badRequest: google(400, 'badRequest'),
    processingFailure: google(400, 'processingFailure', true),
    videoNotFound: google(404, 'videoNotFound'),
    internalError: google(500, 'internalError', true),
    backendError: google(503, 'backendError', true),
    unknown: google(418, 'thatIsNew'),
  },
  tiktok: {
    accessTokenInvalid: tiktok(401, 'access_token_invalid'),
    scopeNotAuthorized: tiktok(401, 'scope_not_authorized'),
    scopePermissionMissed: tiktok(400, 'scope_permission_missed'),
    internalError: tiktok(500, 'internal_error', true),
    invalidFileUpload: tiktok(400, 'invalid_file_upload'),
    invalidParams: tiktok(400, 'invalid_params'),
    rateLimitExceeded: tiktok(429, 'rate_limit_exceeded', true),
    unknown: tiktok(418, 'that_is_new'),
  },
  'tiktok-business': {
    permission: business(40_001, 'You have no permission to perform this action.'),
    parameters: business(40_002, 'There is a problem with the parameters of the request.'),
    noObject: business(40_007, 'The object does not exist.'),
    tooMany: business(40_100, 'Too many requests.', true),
    keys: business(40_101, 'The app ID or secret is invalid.'),
    noToken: business(40_105, 'Access token is missing.'),
    endedToken: business(49_875, 'Access token has expired.'),
    oldCode: business(40_131, 'Authorization code is expired.'),
    usedCode: business(40_110, 'The authorization code is invalid.'),
    badToken: business(40_105, 'Access token is incorrect or has been revoked.'),
    system: business(50_000, 'System error.', true),
    unknown: business(49_876, unknownTo('TikTok')),
  },
} as const satisfies Record<Exclude<Service, 'twitch'>, Record<string, PlatformError>>;

export type ErringService = keyof typeof platformErrors;

export const hasErrors = (service: Service): service is ErringService => service in platformErrors;

/** Returns the error of this name; null when the platform has no such error. */
export const platformError = (service: ErringService, name: string): PlatformError | null =>
  (platformErrors[service] as Record<string, PlatformError>)[name] ?? null;

/** Errors that mean that a post or an account is lost, so its owner has to do something. */
const ofPostOrAccount: Record<ErringService, readonly string[]> = {
  instagram: [
    ...['passwordChanged', 'checkpointed', 'unconfirmed', 'restricted', 'personal'],
    ...['noObject', 'beforeProfessional', 'unsupportedMetric', 'unsupportedType'],
  ],
  youtube: ['noChannel', 'delegation', 'closed', 'suspended', 'videoNotFound'],
  tiktok: [],
  'tiktok-business': ['noObject'],
};

/**
 * Returns the errors that a call may meet at random. A `passing` error ends without help; an `undue` one is
 * no certain sign that a post or an account is at fault.
 */
export function errorsByChance(service: ErringService, of: 'passing' | 'undue'): PlatformError[] {
  const named = Object.entries<PlatformError>(platformErrors[service]);
  const fits = ([name, { isPassing }]: (typeof named)[number]) =>
    of === 'undue' ? !ofPostOrAccount[service].includes(name) : isPassing;
  return named.filter(fits).map(([, error]) => error);
}
