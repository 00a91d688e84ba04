/** Words by which viewers of one language recognise a paid post, and the authority that names them. */
export interface DisclosureWords {
  /** A language of the listings, or another one in which people write captions. */
  language: string;
  /** The regulator, the body of self-regulation, or the platform that names the words. */
  by: string;
  source: string;
  /** Words that disclose as a hashtag, written here without "#". */
  tags: readonly string[];
  /** Words that disclose if they are alone in a part of the caption: "Ad | …", "[광고] …", "… (Werbung)". */
  labels: readonly string[];
  /** Labels count only in a caption with these letters, because they mean something else in other languages. */
  letters?: RegExp;
  /**
   * Words that disclose as a label, and at the beginning of a caption, because they mean nothing else there.
   */
  openings: readonly string[];
  /**
   * Words that disclose anywhere in the caption, and as a hashtag without their spaces, unless they are
   * denied.
   */
  phrases: readonly string[];
}

/**
 * A word is listed if a regulator or platform of its language says that it suffices. Words that the FTC or Korea's
 * KFTC call too vague ("spon", "collab", "partner", "gifted") are not listed, even if others accept them.
 */
export const listingWords: readonly DisclosureWords[] = [
  {
    language: 'English',
    by: 'FTC, Disclosures 101 for Social Media Influencers',
    source: 'https://www.ftc.gov/business-guidance/resources/disclosures-101-social-media-influencers',
    tags: ['ad', 'advertisement', 'sponsored', 'paidad'],
    labels: ['ad', 'paid ad', 'sponsored'],
    openings: ['advertisement'],
    phrases: [
      'sponsored by',
      'sponsored post',
      'sponsored video',
      'sponsored content',
      'this is an ad',
      'paid advertisement',
    ],
  },
  {
    language: 'English',
    by: 'ASA and CAP, Recognising ads: Social media',
    source: 'https://www.asa.org.uk/advice-online/recognising-ads-social-media.html',
    tags: ['ads', 'advert', 'advertising'],
    labels: ['advert', 'advertising', 'advertisement feature'],
    openings: [],
    phrases: [],
  },
  {
    language: 'English',
    by: 'TikTok and Instagram, the label of branded content',
    source:
      'https://support.tiktok.com/en/business-and-creator/creator-and-business-accounts/promoting-a-brand-product-or-service',
    tags: ['paidpartnership', 'paidcollaboration'],
    labels: [],
    openings: [],
    phrases: ['paid partnership', 'paid collaboration'],
  },
  {
    language: 'English',
    by: 'YouTube, the label of paid product placements, sponsorships and endorsements',
    source: 'https://support.google.com/youtube/answer/154235',
    tags: ['paidpromotion'],
    labels: [],
    openings: [],
    phrases: ['paid promotion'],
  },
  {
    language: 'French, Italian, Portuguese and Spanish',
    by: 'YouTube, the same label in other languages',
    source: 'https://support.google.com/youtube/answer/154235',
    tags: [],
    labels: [],
    openings: [],
    phrases: [
      'inclut une communication commerciale',
      'promozione a pagamento',
      'promozioni a pagamento',
      'promoção paga',
      'promoções pagas',
      'promociones pagadas',
    ],
  },
  {
    language: 'German',
    by: 'Medienanstalten, Werbekennzeichnung bei Online-Medien',
    source: 'https://medienanstalt-rlp.de/medienvielfalt-sichern/aufsicht/werbung',
    tags: ['werbung', 'anzeige', 'bezahltewerbung', 'bezahltepartnerschaft', 'bezahltewerbepartnerschaft'],
    labels: ['dauerwerbesendung'],
    openings: ['werbung', 'anzeige'],
    phrases: ['enthält werbung', 'bezahlte werbung', 'bezahlte partnerschaft', 'bezahlte werbepartnerschaft'],
  },
  {
    language: 'French',
    by: 'Loi n° 2023-451 du 9 juin 2023, article 5',
    source: 'https://tgs-avocats.fr/blog/encadrement-activite-influenceurs',
    tags: ['publicité', 'publicite', 'pub', 'collaborationcommerciale'],
    labels: [],
    openings: ['publicité', 'publicite'],
    phrases: ['collaboration commerciale', 'contient de la publicité'],
  },
  {
    language: 'French',
    by: 'Instagram and TikTok, the label of branded content in French',
    source: 'https://www.agence-chronique.com/la-loi-du-9-juin-sur-linfluence/',
    tags: ['partenariatrémunéré', 'partenariatremunere', 'sponsorisé', 'sponsorise'],
    labels: ['sponsorisé', 'contenu sponsorisé'],
    openings: [],
    phrases: ['partenariat rémunéré', 'partenariat remunere', 'sponsorisé par', 'sponsorisée par'],
  },
  {
    language: 'Spanish',
    by: 'AUTOCONTROL, AEA and IAB Spain, Código de Conducta de Publicidad a través de Influencers',
    source: 'https://elcapitaldigital.com/entra-en-vigor-la-nueva-ley-de-influencers-en-espana',
    tags: [
      'publicidad',
      'publi',
      'patrocinado',
      'colaboraciónpagada',
      'colaboracionpagada',
      'promociónpagada',
    ],
    labels: ['publi', 'patrocinado', 'patrocinada'],
    openings: ['publicidad'],
    phrases: [
      'colaboración pagada',
      'colaboracion pagada',
      'contenido patrocinado',
      'contiene publicidad',
      'promoción pagada',
      'patrocinado por',
    ],
  },
  {
    language: 'Portuguese',
    by: 'CONAR, Guia de Publicidade por Influenciadores Digitais',
    source:
      'https://tozzinifreire.com.br/en/boletins/novo-guia-do-conar-o-que-muda-para-campanhas-com-influenciadores-digitais',
    tags: ['publicidade', 'publi', 'publipost', 'anúncio', 'anuncio', 'patrocinado', 'parceriapaga'],
    // "anúncio" is not a label, because alone it also means an announcement.
    labels: ['publipost', 'patrocinado'],
    openings: ['publicidade'],
    phrases: [
      'parceria paga',
      'conteúdo patrocinado',
      'conteúdo publicitário',
      'contém publicidade',
      'patrocinado por',
    ],
  },
  {
    language: 'Portuguese',
    by: 'Direção-Geral do Consumidor, Guia para influenciadores e anunciantes',
    source:
      'https://www.meiosepublicidade.pt/2020/02/influenciadores-portugueses-alvo-ordenacoes-da-direccao-geral-do-consumidor/',
    tags: ['pub'],
    labels: ['pub'],
    openings: [],
    phrases: [],
  },
  {
    language: 'Italian',
    by: 'IAP, Regolamento Digital Chart, which the AGCOM guidelines name',
    source:
      'https://heymancontent.com/post/guida-completa-alla-digital-chart-regole-pubblicità-social-per-influencer-e-brand',
    tags: ['pubblicità', 'pubblicita', 'adv', 'advertising', 'sponsorizzato', 'sponsorizzata'],
    labels: ['adv', 'sponsorizzato', 'contenuto sponsorizzato'],
    openings: ['pubblicità', 'pubblicita', 'promosso da', 'promoted by'],
    phrases: ['sponsorizzato da', 'contiene pubblicità', 'partnership pubblicizzata'],
  },
  {
    language: 'Italian',
    by: 'AGCM, the warnings named to influencers as sufficient',
    source: 'https://www.dirittoegiustizia.it/_doc/9141835',
    tags: ['inserzioneapagamento'],
    labels: ['inserzione a pagamento'],
    openings: [],
    phrases: [],
  },
  {
    language: 'Japanese',
    by: '消費者庁, 一般消費者が事業者の表示であることを判別することが困難である表示の運用基準',
    source: 'https://www.caa.go.jp/notice/entry/032672/',
    tags: ['広告', '宣伝', 'プロモーション'],
    labels: ['広告', '宣伝', 'プロモーション'],
    openings: ['広告', '宣伝'],
    phrases: ['プロモーションを含', 'プロモーションが含まれ', '広告を含', '広告が含まれ', '広告です'],
  },
  {
    language: 'Japanese',
    by: '消費者庁, 一般消費者が事業者の表示であることを判別することが困難である表示の運用基準',
    source: 'https://www.caa.go.jp/notice/entry/032672/',
    tags: ['pr'],
    labels: ['pr'],
    letters: /[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}]/u,
    openings: [],
    phrases: [],
  },
  {
    language: 'Japanese',
    by: 'Instagram, the label of branded content in Japanese',
    source: 'https://prsj.or.jp/faqs/ステルスマーケティング',
    tags: ['タイアップ', 'タイアップ投稿'],
    labels: ['タイアップ', 'タイアップ投稿'],
    openings: [],
    phrases: [],
  },
  {
    language: 'Korean',
    by: '공정거래위원회, 추천·보증 등에 관한 표시·광고 심사지침',
    source: 'https://news.sbs.co.kr/news/endPage.do?news_id=N1008352539',
    tags: ['광고', '유료광고', '유료광고포함', '협찬', '제품협찬', '협찬광고'],
    labels: ['광고', '협찬', '제품 협찬', '협찬 광고'],
    openings: ['광고', '협찬'],
    phrases: ['유료광고', '유료 광고', '광고 포함', '광고입니다', '협찬받', '협찬을 받', '제작비를 지원받'],
  },
];
