/**
 * A reply that its SQL statement already wrote as JSON. For the busiest lists only: encoding and checking 20
 * rows of the feed cost more than the rest of the request.
 */
export class WireJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
