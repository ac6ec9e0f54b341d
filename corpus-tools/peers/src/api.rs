//! Public names of a Rust library, with their signatures.
//!
//! In: the library's source as rustc expands it, all modules in one file, macros gone. Out: each
//! path by which another crate can name something, and what it names. Signatures are written in a
//! form in which two libraries can be compared: without lifetimes, argument names and bounds, types
//! by the last part of their path, local aliases replaced by what they stand for.

use std::collections::{BTreeMap, HashMap};

use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, ImplItem, Item, ItemMod, Path, PathArguments, ReturnType, Signature,
    TraitItem, Type, TypeParamBound, UseTree, Visibility, visit_mut, visit_mut::VisitMut,
};

/// A module's path in its crate, or an item's, with the crate's name first.
type Place = Vec<String>;

/// All that some libraries define, public or not.
#[derive(Default)]
pub struct Libraries {
    modules: HashMap<Place, Vec<Item>>,
}

/// What another crate can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Where it is defined: equal for all paths of one thing.
    pub defined: Place,
    /// What it is: `fn`, `struct` and so on, then its signature.
    pub what: String,
    /// Its own public names: methods, variants, fields. They are named by the first path only.
    pub members: BTreeMap<String, String>,
}

impl Libraries {
    /// Adds a library.
    ///
    /// # Errors
    ///
    /// If `expanded` is not Rust.
    pub fn add(&mut self, name: &str, expanded: &str) -> syn::Result<()> {
        let file = syn::parse_file(expanded)?;
        self.module(vec![name.to_owned()], file.items);
        Ok(())
    }

    fn module(&mut self, place: Place, items: Vec<Item>) {
        for item in &items {
            if let Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) = item {
                self.module(below(&place, &ident.to_string()), items.clone());
            }
        }
        self.modules.insert(place, items);
    }

    /// All public names of a library, by path.
    pub fn public(&self, library: &str) -> BTreeMap<String, Name> {
        let mut names = BTreeMap::new();
        self.visit(&vec![library.to_owned()], library, &mut names, 0);
        let macros = self.modules.iter().filter(|(place, _)| place[0] == library);
        for item in macros.flat_map(|(_, items)| items) {
            if let Item::Macro(item) = item
                && item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"))
                && let Some(name) = &item.ident
            {
                let defined = vec![library.to_owned(), format!("{name}!")];
                let name = Name { what: "macro".to_owned(), members: BTreeMap::new(), defined };
                names.insert(name.defined.join("::"), name);
            }
        }
        names
    }

    /// Adds what is public in the module at `place`, which is known as `path`.
    fn visit(&self, place: &Place, path: &str, names: &mut BTreeMap<String, Name>, depth: usize) {
        let Some(items) = self.modules.get(place).filter(|_| depth < 8) else { return };
        for item in items {
            match item {
                Item::Use(item) if is_public(&item.vis) => {
                    for (leaf, name) in leaves(&item.tree) {
                        match name {
                            Some(name) => {
                                if let Some(target) = self.resolve(place, &leaf, 0) {
                                    self.add_name(
                                        &target,
                                        &format!("{path}::{name}"),
                                        names,
                                        depth,
                                    );
                                }
                            }
                            None => {
                                if let Some(target) = self.resolve(place, &leaf, 0) {
                                    self.visit(&target, path, names, depth + 1);
                                }
                            }
                        }
                    }
                }
                _ => {
                    if let Some(name) = public_name(item) {
                        self.add_name(
                            &below(place, &name),
                            &format!("{path}::{name}"),
                            names,
                            depth,
                        );
                    }
                }
            }
        }
    }

    fn add_name(
        &self,
        place: &Place,
        path: &str,
        names: &mut BTreeMap<String, Name>,
        depth: usize,
    ) {
        if self.modules.contains_key(place) {
            return self.visit(place, path, names, depth + 1);
        }
        let Some(item) = self.item(place) else { return };
        let name = Name {
            defined: place.clone(),
            what: self.what(item),
            members: self.members(place, item),
        };
        names.insert(path.to_owned(), name);
    }

    /// The item at a place.
    fn item(&self, place: &Place) -> Option<&Item> {
        let (name, module) = place.split_last()?;
        let items = self.modules.get(module)?;
        items.iter().find(|item| item_name(item).as_ref() == Some(name))
    }

    /// What `path` means in the module at `from`: an item or a module.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Place> {
        let (first, rest) = path.split_first().filter(|_| depth < 16)?;
        let mut place = match first.as_str() {
            "crate" => vec![from[0].clone()],
            "self" => from.to_vec(),
            "super" => from[..from.len() - 1].to_vec(),
            _ => match self.lookup(from, first, depth) {
                Some(place) => place,
                None => vec![first.clone()],
            },
        };
        for part in rest {
            place = match part.as_str() {
                "super" => place[..place.len() - 1].to_vec(),
                "self" => place,
                _ => self.lookup(&place, part, depth)?,
            };
        }
        let exists = self.modules.contains_key(&place) || self.item(&place).is_some();
        exists.then_some(place)
    }

    /// What `name` is in the module at `place`: defined there, or imported.
    fn lookup(&self, place: &[String], name: &str, depth: usize) -> Option<Place> {
        let own = below(place, name);
        if self.modules.contains_key(&own) || self.item(&own).is_some() {
            return Some(own);
        }
        for item in self.modules.get(place)? {
            let Item::Use(item) = item else { continue };
            for (leaf, imported) in leaves(&item.tree) {
                let found = match imported {
                    Some(imported) if imported == name && leaf != [name] => {
                        self.resolve(place, &leaf, depth + 1)
                    }
                    None => self
                        .resolve(place, &leaf, depth + 1)
                        .and_then(|module| self.lookup(&module, name, depth + 1)),
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn what(&self, item: &Item) -> String {
        match item {
            Item::Struct(_) | Item::Union(_) => "struct".to_owned(),
            Item::Enum(_) => "enum".to_owned(),
            Item::Trait(_) => "trait".to_owned(),
            Item::Fn(item) => format!("fn{}", self.signature(&item.sig)),
            Item::Const(item) => format!("const {}", self.shown(&item.ty)),
            Item::Static(item) => format!("static {}", self.shown(&item.ty)),
            Item::Type(item) => format!("type {}", self.shown(&item.ty)),
            _ => "item".to_owned(),
        }
    }

    /// The public names of a type or a trait.
    fn members(&self, place: &Place, item: &Item) -> BTreeMap<String, String> {
        let mut members = BTreeMap::new();
        let fields = |fields: &syn::Fields, all: bool| {
            let fields = fields.iter().filter(|field| all || is_public(&field.vis)).enumerate();
            let shown = fields.map(|(at, field)| {
                let name = field.ident.as_ref().map_or(at.to_string(), ToString::to_string);
                (name, self.shown(&field.ty))
            });
            shown.collect::<Vec<_>>()
        };
        match item {
            Item::Struct(item) => {
                for (name, ty) in fields(&item.fields, false) {
                    members.insert(format!(".{name}"), format!("field {ty}"));
                }
            }
            Item::Enum(item) => {
                for variant in &item.variants {
                    let parts: Vec<String> = fields(&variant.fields, true)
                        .into_iter()
                        .map(|(name, ty)| match name.parse::<usize>() {
                            Ok(_) => ty,
                            Err(_) => format!("{name}: {ty}"),
                        })
                        .collect();
                    members.insert(
                        format!("::{}", variant.ident),
                        format!("variant({})", parts.join(", ")),
                    );
                }
            }
            Item::Trait(item) => {
                for item in &item.items {
                    match item {
                        TraitItem::Fn(method) => {
                            let signature = self.signature(&method.sig);
                            members.insert(
                                format!("::{}", method.sig.ident),
                                format!("fn{signature}"),
                            );
                        }
                        TraitItem::Type(ty) => {
                            members.insert(format!("::{}", ty.ident), "type".to_owned());
                        }
                        _ => {}
                    }
                }
            }
            Item::Type(alias) => {
                // Methods of what it stands for.
                if let Type::Path(ty) = &*alias.ty {
                    let path: Vec<String> =
                        ty.path.segments.iter().map(|part| part.ident.to_string()).collect();
                    let module = &place[..place.len() - 1];
                    if let Some(target) = self.resolve(module, &path, 0)
                        && let Some(item) = self.item(&target).filter(|_| target != *place)
                    {
                        return self.members(&target, item);
                    }
                }
            }
            _ => {}
        }
        let modules = self.modules.iter().filter(|(module, _)| module[0] == place[0]);
        for (module, item) in
            modules.flat_map(|(module, items)| items.iter().map(move |item| (module, item)))
        {
            let Item::Impl(block) = item else { continue };
            let Type::Path(ty) = &*block.self_ty else { continue };
            let path: Vec<String> =
                ty.path.segments.iter().map(|part| part.ident.to_string()).collect();
            let is_named = path.last() == place.last() && block.trait_.is_none();
            if !is_named || self.resolve(module, &path, 0).as_ref() != Some(place) {
                continue;
            }
            for item in &block.items {
                if let ImplItem::Fn(method) = item
                    && is_public(&method.vis)
                {
                    let signature = self.signature_in(&method.sig, Some(&block.self_ty));
                    members.insert(format!("::{}", method.sig.ident), format!("fn{signature}"));
                }
            }
        }
        members
    }

    fn signature(&self, signature: &Signature) -> String {
        self.signature_in(signature, None)
    }

    /// A signature whose own parameters are `A`, `B` and so on, and in which the type of its block
    /// has its name.
    fn signature_in(&self, signature: &Signature, own: Option<&Type>) -> String {
        let mut by_name = HashMap::new();
        for (parameter, letter) in signature.generics.type_params().zip('A'..='Z') {
            let letter = syn::Ident::new(&letter.to_string(), parameter.ident.span());
            by_name.insert(parameter.ident.to_string(), syn::parse_quote!(#letter));
        }
        if let Some(own) = own {
            by_name.insert("Self".to_owned(), own.clone());
        }
        let shown = |ty: &Type| {
            let mut ty = ty.clone();
            Substitute { by_name: by_name.clone() }.visit_type_mut(&mut ty);
            self.shown(&ty)
        };
        let arguments = signature.inputs.iter().map(|argument| match argument {
            FnArg::Receiver(receiver) => match (&receiver.reference, receiver.mutability) {
                (Some(_), Some(_)) => "&mut self".to_owned(),
                (Some(_), None) => "&self".to_owned(),
                (None, _) => "self".to_owned(),
            },
            FnArg::Typed(argument) => shown(&argument.ty),
        });
        let arguments: Vec<String> = arguments.collect();
        let result = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, ty) => format!(" -> {}", shown(ty)),
        };
        format!("({}){result}", arguments.join(", "))
    }

    fn shown(&self, ty: &Type) -> String {
        let mut ty = ty.clone();
        for _ in 0..4 {
            Plain { libraries: self }.visit_type_mut(&mut ty);
        }
        let text = ty.to_token_stream().to_string();
        // Blanks only between two words.
        let mut out = String::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied().unwrap_or(' ');
            if c != ' ' || (out.ends_with(is_word) && is_word(next)) {
                out.push(c);
            }
            if c == ',' && next != ' ' {
                out.push(' ');
            }
        }
        out.replace(",", ", ")
            .replace(",  ", ", ")
            .replace(", >", ">")
            .replace(", )", ")")
            .replace("->", " -> ")
            .replace('+', " + ")
            .replace("=", " = ")
            .replace(" - > ", " -> ")
    }

    /// The parameters and the type of a local alias.
    fn alias(&self, name: &str) -> Option<(Vec<String>, Type)> {
        let items = self.modules.values().flatten();
        items.into_iter().find_map(|item| match item {
            Item::Type(alias) if alias.ident == name && is_public(&alias.vis) => {
                let parameters = alias.generics.type_params().map(|one| one.ident.to_string());
                Some((parameters.collect(), (*alias.ty).clone()))
            }
            _ => None,
        })
    }
}

/// Writes types in their plain form.
struct Plain<'a> {
    libraries: &'a Libraries,
}

impl VisitMut for Plain<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty {
            path.qself = None;
            let last = path.path.segments.last().cloned();
            if let Some(last) = last
                && let Some((parameters, mut target)) =
                    self.libraries.alias(&last.ident.to_string())
            {
                let mut given = Vec::new();
                if let PathArguments::AngleBracketed(arguments) = &last.arguments {
                    given.extend(arguments.args.iter().filter_map(|one| match one {
                        GenericArgument::Type(ty) => Some(ty.clone()),
                        _ => None,
                    }));
                }
                if given.len() == parameters.len() {
                    let by_name = parameters.into_iter().zip(given).collect();
                    Substitute { by_name }.visit_type_mut(&mut target);
                    *ty = target;
                }
            }
        }
        match ty {
            Type::Reference(reference) => reference.lifetime = None,
            Type::TraitObject(object) => object.bounds = kept(&object.bounds),
            Type::ImplTrait(object) => object.bounds = kept(&object.bounds),
            Type::Paren(inner) => *ty = (*inner.elem).clone(),
            Type::Group(inner) => *ty = (*inner.elem).clone(),
            _ => {}
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        path.leading_colon = None;
        if let Some(last) = path.segments.last().cloned() {
            path.segments = [last].into_iter().collect();
        }
        for part in &mut path.segments {
            if let PathArguments::AngleBracketed(arguments) = &mut part.arguments {
                arguments.colon2_token = None;
                let args = arguments.args.iter();
                arguments.args = args
                    .filter(|one| !matches!(one, GenericArgument::Lifetime(_)))
                    .cloned()
                    .collect();
                // What is the default needs not be said.
                let is_default = part.ident == "Vob";
                if arguments.args.is_empty() || is_default {
                    part.arguments = PathArguments::None;
                }
            }
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// Replaces the parameters of an alias.
struct Substitute {
    by_name: HashMap<String, Type>,
}

impl VisitMut for Substitute {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(name) = path.path.get_ident()
            && let Some(given) = self.by_name.get(&name.to_string())
        {
            *ty = given.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Bounds of `dyn` or `impl` without lifetimes and what is captured.
fn kept(
    bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>,
) -> syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]> {
    let bounds = bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let mut bound = bound.clone();
            (bound.lifetimes, bound.paren_token) = (None, None);
            Some(TypeParamBound::Trait(bound))
        }
        _ => None,
    });
    bounds.collect()
}

fn below(place: &[String], name: &str) -> Place {
    let mut place = place.to_vec();
    place.push(name.to_owned());
    place
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The name that an item defines.
fn item_name(item: &Item) -> Option<String> {
    let (name, _) = name_of(item)?;
    Some(name.to_string())
}

fn public_name(item: &Item) -> Option<String> {
    let (name, visibility) = name_of(item)?;
    is_public(visibility).then(|| name.to_string())
}

fn name_of(item: &Item) -> Option<(&syn::Ident, &Visibility)> {
    Some(match item {
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Union(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Static(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        Item::Mod(item) => (&item.ident, &item.vis),
        _ => return None,
    })
}

/// The paths that an import names, each with its name here; a glob has none.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, Option<String>)> {
    match tree {
        UseTree::Path(path) => {
            let prefix = path.ident.to_string();
            let below = leaves(&path.tree).into_iter();
            let named = below.map(|(leaf, name)| {
                // `{self}` is the module itself.
                let name = name.map(|name| if name == "self" { prefix.clone() } else { name });
                ([vec![prefix.clone()], leaf].concat(), name)
            });
            named.collect()
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            vec![(vec![name.clone()], Some(name))]
        }
        UseTree::Rename(rename) => {
            vec![(vec![rename.ident.to_string()], Some(rename.rename.to_string()))]
        }
        UseTree::Glob(_) => vec![(Vec::new(), None)],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}
