export const webhookEndpointErrors = {
  webhook_endpoints_full: {
    status: 409,
    title: 'Too many endpoints',
    detail: 'Remove an endpoint that you no longer need. You have ten, which is the limit.',
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
