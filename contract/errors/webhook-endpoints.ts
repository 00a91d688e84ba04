export const webhookEndpointErrors = {
  webhook_endpoints_full: {
    status: 409,
    title: 'Too many endpoints',
    detail: 'You have ten webhook endpoints, and no more can be added. Remove one that you no longer need.',
  },
  webhook_endpoint_exists: {
    status: 409,
    title: 'Already there',
    detail: 'You have an endpoint with this address. Choose its events instead.',
  },
  webhook_endpoint_off: {
    status: 409,
    title: 'This endpoint is off',
    detail: 'Nothing is sent to an endpoint that is off. Turn it on first.',
  },
} as const;
