/** Words that carry no meaning of their own, English and Spanish in one list, folded and without apostrophes. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about an and any are as at be been but by can cant could did didnt do does doesnt doing done dont for from had has
  have he her hers him his how i if im in into is isnt it its ive just me my no nor not of off on or our ours out over
  please shall she should so some such than that the their theirs them then there theres these they this those to too up
  us very was wasnt we were what whats when where which while who whom whose why will with wont would you your yours
  al algo algun alguna algunas algunos ante aquel aquella asi aun aunque cada como con contra cual cuales cuando cuanta
  cuantas cuanto cuantos de del desde donde e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba
  estan estas este esto estos fue fueron ha hacia han has hasta hay la las le les lo los mas me mi mis mucho muy nada ni
  nos nosotros o os otra otras otro otros para pero poco por porque pues que quien quienes se sea segun ser si sido sin
  sobre son soy su sus tambien tan tanto te tiene tienen todo todos tu tus u un una unas unos usted y ya yo`.split(
    /\s+/,
  ),
);
