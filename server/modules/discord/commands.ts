const STRING = 3;

interface Option {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  autocomplete?: boolean;
  max_length?: number;
}

interface Command {
  name: string;
  description: string;
  options?: Option[];
}

/** The commands in the form in which Discord registers them. */
export const discordCommands: Command[] = [
  {
    name: 'listings',
    description: 'Open listings that pay for clips, newest first',
    options: [
      { type: STRING, name: 'words', description: 'Words of the title or the description', max_length: 100 },
    ],
  },
  { name: 'balance', description: 'Your balance on Permille, seen by you alone' },
  {
    name: 'submit',
    description: 'Check a post against a listing; you submit it on Permille',
    options: [
      {
        type: STRING,
        name: 'listing',
        description: 'Its title or its link',
        required: true,
        autocomplete: true,
        max_length: 200,
      },
      { type: STRING, name: 'post', description: 'The link of your post', required: true, max_length: 400 },
    ],
  },
  {
    name: 'link',
    description: 'Link your account on Permille by a code from its Settings',
    options: [
      {
        type: STRING,
        name: 'code',
        description: 'The code that Settings shows',
        required: true,
        max_length: 20,
      },
    ],
  },
  { name: 'unlink', description: 'End the link with your account on Permille' },
];
