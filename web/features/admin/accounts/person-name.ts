interface Named {
  name: string;
  username: string | null;
}

/** The name that every page of the panel shows: "@tess_cuts". People without a username have only their own. */
export const personName = ({ username, name }: Named): string => (username ? `@${username}` : name);

/** The person's own name, if it says more than the username. */
export const ownName = ({ username, name }: Named): string | null =>
  username && name !== username ? name : null;
