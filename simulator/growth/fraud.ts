import { simulatedPosts } from '../platforms.ts';
import { between } from '../random.ts';
import { delivery } from './packages.ts';
import type { Scenario } from './scenario.ts';

/**
 * Scenarios with bought growth. Their parameters vary by seed; the sentence describes how the seller
 * delivers.
 */
export const fraudScenarios = {
  'bought-step': {
    fraud: true,
    says: 'A package of views lands within hours on an ordinary clip; likes do not follow.',
    build: ({ stream, views, people }) => {
      const share = between(stream, 0.45, 0.75);
      return {
        layers: [
          people({ views: views * (1 - share) }),
          delivery({
            views: views * share,
            fromHours: between(stream, 8, 60),
            hours: between(stream, 0.75, 3),
          }),
        ],
      };
    },
  },
  drip: {
    fraud: true,
    says: 'Views delivered at a constant speed for days, day and night, without likes.',
    build: ({ stream, views, people }) => {
      const share = between(stream, 0.65, 0.9);
      const slow = { fromHours: between(stream, 2, 12), hours: between(stream, 36, 120) };
      return {
        layers: [people({ views: views * (1 - share) }), delivery({ views: views * share, ...slow })],
      };
    },
  },
  'drip-likes': {
    fraud: true,
    says: 'As drip, with likes delivered at a fixed ratio.',
    build: ({ stream, views, people, platform }) => {
      const share = between(stream, 0.75, 0.95);
      const likesPerView = simulatedPosts[platform].boughtLikesPerView * between(stream, 0.8, 1.2);
      const slow = { fromHours: between(stream, 1, 6), hours: between(stream, 48, 120), likesPerView };
      return {
        layers: [people({ views: views * (1 - share) }), delivery({ views: views * share, ...slow })],
      };
    },
  },
  'too-smooth': {
    fraud: true,
    says: 'A curve drawn by a script from the first minute: no noise, no night, likes in step.',
    build: ({ stream, views, platform }) => {
      const likesPerView = simulatedPosts[platform].boughtLikesPerView * 0.5;
      const hours = between(stream, 36, 96);
      return { layers: [delivery({ views, fromHours: 0, hours, likesPerView, noise: 0.01 })] };
    },
  },
  pods: {
    fraud: true,
    says: 'A group trades likes and comments: engagement far above what viewers give.',
    build: ({ stream, views, people }) => ({
      layers: [
        people({ views: views * 0.5 }),
        delivery({
          views: views * 0.5,
          fromHours: 0.5,
          hours: between(stream, 6, 30),
          likesPerView: between(stream, 0.45, 0.75),
          commentsPerView: between(stream, 0.1, 0.2),
          sharesPerView: 0.01,
          noise: 0.2,
        }),
      ],
    }),
  },
  'cap-ring': {
    fraud: true,
    says: 'A ring buys just as many views as a clip is paid for, then stops dead.',
    build: ({ stream, groupStream, platform }) => {
      const cap = [5_000, 10_000, 15_000, 20_000][Math.floor(groupStream() * 4)]!;
      const hours = between(stream, 18, 40);
      const likesPerView = simulatedPosts[platform].boughtLikesPerView * between(stream, 0.1, 0.25);
      const views = cap * between(stream, 1.001, 1.015);
      return { layers: [delivery({ views, fromHours: 0.5, hours, likesPerView, noise: 0.08 })] };
    },
  },
  lockstep: {
    fraud: true,
    says: 'A farm plays all its clips in the same hours; clips of one group share their curve.',
    build: ({ stream, groupStream, views, platform }) => ({
      layers: Array.from({ length: 5 }, () => {
        const shift = { fromHours: between(groupStream, 0, 90), hours: between(groupStream, 3, 9) };
        const likesPerView = simulatedPosts[platform].boughtLikesPerView * between(stream, 0.2, 0.5);
        return delivery({ views: views * between(groupStream, 0.1, 0.3), ...shift, likesPerView });
      }),
    }),
  },
  purged: {
    fraud: true,
    says: 'A bought package that the platform takes away days later.',
    build: ({ stream, views, people }) => {
      const share = between(stream, 0.5, 0.75);
      const fromHours = between(stream, 6, 30);
      const taken = views * share * between(stream, 0.6, 0.95);
      return {
        layers: [
          people({ views: views * (1 - share) }),
          delivery({ views: views * share, fromHours, hours: between(stream, 1, 6) }),
        ],
        drops: [{ atHours: fromHours + between(stream, 48, 120), views: taken, likes: 0 }],
      };
    },
  },
  'late-injection': {
    fraud: true,
    says: 'An honest clip that has gone quiet gets a package of bare views before it is paid.',
    build: ({ stream, views, people }) => ({
      layers: [
        people({ views: views * 0.4 }),
        delivery({
          views: views * 0.6,
          fromHours: between(stream, 120, 300),
          hours: between(stream, 6, 24),
        }),
      ],
    }),
  },
  mixed: {
    fraud: true,
    says: 'Several small packages with a few likes, hidden in honest growth.',
    build: ({ stream, views, people, platform }) => ({
      layers: [
        people({ views: views * 0.4 }),
        ...Array.from({ length: 4 }, () =>
          delivery({
            views: views * 0.15,
            fromHours: between(stream, 4, 110),
            hours: between(stream, 0.75, 4),
            likesPerView: simulatedPosts[platform].boughtLikesPerView * 0.1,
          }),
        ),
      ],
    }),
  },
} satisfies Record<string, Scenario>;
