/**
 * A reply in its wire form already, written by the statement that read it. For the busiest lists only: encoding and
 * checking 20 rows of the feed cost more than everything else of the request together.
 */
export class WireJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
